//! Boards of points that lines join: names of points, lists of lines, turns and mirrors.

use std::collections::BTreeSet;

use crate::BoardShape;

/// Most files that names of points can tell.
const MOST_FILES: usize = 26;

/// Highest rank that names of points can tell.
const MOST_RANKS: usize = 99;

/// File and rank of a point, from 0.
pub(super) type Place = (usize, usize);

/// Two points next to each other on a line.
pub(super) type Edge = [u8; 2];

/// Three points in a row on a line: a jump from the first over the second to the third.
pub(super) type Row = [u8; 3];

/// `d4` for file 3 and rank 3, both from 0.
pub(super) fn point_name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// File and rank of a name such as `d4`, from 0.
pub(super) fn read_point(name: &str) -> Option<Place> {
    let (file, digits) = name.split_at_checked(1)?;
    let file = file.bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    let rank = digits.parse::<usize>().ok().filter(|rank| is_number && *rank <= MOST_RANKS)?;
    Some((usize::from(file), rank - 1))
}

/// Reads lines such as `a3 b3 c3`; gives them with the rectangle from a1 that holds all points.
///
/// # Errors
/// When a line is no row of points, the rectangle has more than `most` squares, or a rank has no point; the
/// message says which and why.
pub(super) fn read_lines(
    lines: &[&str],
    most: usize,
) -> Result<(BoardShape, Vec<Vec<Place>>), String> {
    let places = lines.iter().map(|line| row(line)).collect::<Result<Vec<_>, _>>()?;
    let shape = shape(&places, most)?;
    let ranks: BTreeSet<usize> = places.iter().flatten().map(|(_, rank)| *rank).collect();
    match (0..shape.height).find(|rank| !ranks.contains(rank)) {
        Some(rank) => Err(format!("no point is on rank {}", rank + 1)),
        None => Ok((shape, places)),
    }
}

/// File and rank of each point of a line.
fn row(line: &str) -> Result<Vec<Place>, String> {
    let names: Vec<&str> = line.split_whitespace().collect();
    if names.len() < 2 {
        return Err(format!("the line `{line}` has fewer than two points"));
    }
    let place = |name: &&str| {
        read_point(name).ok_or_else(|| {
            let last = char::from(b'a' + MOST_FILES as u8 - 1);
            format!("`{name}` is not a point: a letter from a to {last} and the number of a rank")
        })
    };
    let places = names.iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let distinct: BTreeSet<_> = places.iter().collect();
    if distinct.len() < places.len() {
        return Err(format!("the line `{line}` comes to a point twice"));
    }
    Ok(places)
}

/// The rectangle from a1 that holds all points.
fn shape(lines: &[Vec<Place>], most: usize) -> Result<BoardShape, String> {
    let all = || lines.iter().flatten();
    let (Some(file), Some(rank)) =
        (all().map(|(file, _)| file).max(), all().map(|(_, rank)| rank).max())
    else {
        return Err("there are no lines".to_owned());
    };
    let shape = BoardShape { width: file + 1, height: rank + 1 };
    if shape.squares() > most {
        return Err(format!(
            "a board has at most {most} squares from a1 to its last file and rank, here are {}x{}",
            shape.width, shape.height
        ));
    }
    Ok(shape)
}

/// Neighbours on lines, and three points in a row on them, both ways round.
pub(super) fn joined(lines: impl IntoIterator<Item = Vec<u8>>) -> (BTreeSet<Edge>, BTreeSet<Row>) {
    let (mut edges, mut rows) = (BTreeSet::new(), BTreeSet::new());
    for line in lines {
        for pair in line.windows(2) {
            edges.extend([[pair[0], pair[1]], [pair[1], pair[0]]]);
        }
        for three in line.windows(3) {
            let [a, b, c] = [three[0], three[1], three[2]];
            rows.extend([[a, b, c], [c, b, a]]);
        }
    }
    (edges, rows)
}

/// Whether two points share a rank or a file.
pub(super) const fn is_orthogonal([(file, rank), (other_file, other_rank)]: [Place; 2]) -> bool {
    file == other_file || rank == other_rank
}

/// Those turns and mirrors of a board that `keep` all that matters, the identity first: of its rectangle, and of
/// each rank. `points` are the squares of the rectangle that are points, in order.
pub(super) fn symmetries(
    shape: BoardShape,
    points: &[u16],
    keep: impl Fn(&[u16]) -> bool,
) -> Vec<Vec<u16>> {
    let mut found: Vec<Vec<u16>> = Vec::new();
    // A map of the whole rectangle is nothing else than one that moves the same points.
    let same = |one: &[u16], other: &[u16]| {
        points.iter().all(|square| one[usize::from(*square)] == other[usize::from(*square)])
    };
    for map in turns(shape).into_iter().chain([ranks_reversed(shape, points)]) {
        if keep(&map) && !found.iter().any(|known| same(known, &map)) {
            found.push(map);
        }
    }
    found
}

/// Left and right exchanged on each rank, among the points that it has: the mirror of boards whose points do not lie
/// in a rectangle, such as the triangle.
fn ranks_reversed(shape: BoardShape, points: &[u16]) -> Vec<u16> {
    let mut map: Vec<u16> = (0..shape.squares() as u16).collect();
    for rank in points
        .chunk_by(|one, other| usize::from(*one) / shape.width == usize::from(*other) / shape.width)
    {
        for (one, other) in rank.iter().zip(rank.iter().rev()) {
            map[usize::from(*one)] = *other;
        }
    }
    map
}

/// The turns and mirrors of a rectangle as permutations of its squares, those over a diagonal where it is a
/// square; the identity comes first.
pub(super) fn turns(BoardShape { width, height }: BoardShape) -> Vec<Vec<u16>> {
    let image = |symmetry: usize, square: usize| {
        let (file, rank) = (square % width, square / width);
        let file = if symmetry & 1 == 0 { file } else { width - 1 - file };
        let rank = if symmetry & 2 == 0 { rank } else { height - 1 - rank };
        let (file, rank) = if symmetry & 4 == 0 { (file, rank) } else { (rank, file) };
        (rank * width + file) as u16
    };
    let count = if width == height { 8 } else { 4 };
    (0..count)
        .map(|symmetry| (0..width * height).map(|square| image(symmetry, square)).collect())
        .collect()
}
