//! Boards as text: rank by rank, from the top.

/// The ranks of a position string, runs of empty squares as numbers: `3aaa3/4a4/…`.
pub(super) fn write(
    (files, ranks): (usize, usize),
    letter: impl Fn(usize, usize) -> Option<char>,
) -> String {
    let rank = |rank| {
        let (mut text, mut run) = (String::new(), 0);
        for letter in (0..files).map(|file| letter(file, rank)).chain([Some(' ')]) {
            match letter {
                None => run += 1,
                Some(letter) => {
                    if run > 0 {
                        text += &run.to_string();
                    }
                    run = 0;
                    text.push(letter);
                }
            }
        }
        text.pop();
        text
    };
    (0..ranks).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// A drawing with the names of ranks and files, the ranks' numbers as wide as `margin`.
pub(super) fn draw(
    (files, ranks): (usize, usize),
    margin: usize,
    letter: impl Fn(usize, usize) -> char,
) -> String {
    let line = |margin: String, letters: Vec<String>| format!("{margin} {}\n", letters.join(" "));
    let mut drawing = String::new();
    for rank in (0..ranks).rev() {
        let letters = (0..files).map(|file| letter(file, rank).to_string()).collect();
        drawing += &line(format!("{:>margin$}", rank + 1), letters);
    }
    let names = ('a'..).take(files).map(String::from).collect();
    drawing + &line(" ".repeat(margin), names)
}
