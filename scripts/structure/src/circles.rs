//! Circles in a graph.

use std::collections::{BTreeMap, BTreeSet};

/// The largest sets of at least two nodes of which each is reached from each other one.
pub fn circles(edges: &BTreeSet<(String, String)>) -> Vec<Vec<String>> {
    let mut ways: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in edges {
        ways.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        ways.keys().map(|node| (*node, reach(node, &ways))).collect();
    let mut found: BTreeSet<Vec<String>> = BTreeSet::new();
    for (node, others) in &reached {
        let back = |other: &&&str| reached.get(**other).is_some_and(|ways| ways.contains(node));
        let circle: Vec<String> =
            others.iter().filter(back).map(|name| (*name).to_owned()).collect();
        if circle.len() > 1 {
            found.insert(circle);
        }
    }
    found.into_iter().collect()
}

/// All nodes that are reached from `start` by at least one edge.
fn reach<'a>(start: &'a str, ways: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        for next in ways.get(node).into_iter().flatten() {
            if reached.insert(*next) {
                open.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_found_and_a_tree_is_none() {
        let edges = |pairs: &[(&str, &str)]| {
            pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
        };
        assert!(circles(&edges(&[("a", "b"), ("a", "c"), ("b", "c")])).is_empty());
        let found = circles(&edges(&[("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("x", "a")]));
        assert_eq!(found, [["a", "b", "c"]]);
    }
}
