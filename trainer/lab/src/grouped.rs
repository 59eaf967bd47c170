//! Lists in which some things are alike.

/// Groups of things that are alike, each where its first stands in the list.
pub(crate) fn grouped<T>(
    all: impl IntoIterator<Item = T>,
    alike: impl Fn(&T, &T) -> bool,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = Vec::new();
    for one in all {
        match groups.iter_mut().find(|group| alike(&group[0], &one)) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn groups_keep_the_order_of_the_list() {
        let words = ["bid", "attack", "ply", "agent", "board"];
        let groups = grouped(words, |a, b| a[..1] == b[..1]);
        assert_eq!(groups, [vec!["bid", "board"], vec!["attack", "agent"], vec!["ply"]]);
        assert!(grouped([0; 0], |_, _| true).is_empty());
    }
}
