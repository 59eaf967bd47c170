//! Boards as text: rank by rank, from the top.

/// The ranks of a position string, runs of empty squares as numbers: `3aaa3/4a4/…`.
pub(super) fn write(
    (files, ranks): (usize, usize),
    letter: impl Fn(usize, usize) -> Option<char>,
) -> String {
    use std::fmt::Write as _;
    let mut text = String::with_capacity(2 * files * ranks);
    let mut run = 0;
    let flush = |text: &mut String, run: &mut usize| {
        if *run > 0 {
            // A text takes what is written.
            let _ = write!(text, "{run}");
            *run = 0;
        }
    };
    for rank in (0..ranks).rev() {
        for file in 0..files {
            match letter(file, rank) {
                None => run += 1,
                Some(letter) => {
                    flush(&mut text, &mut run);
                    text.push(letter);
                }
            }
        }
        flush(&mut text, &mut run);
        if rank > 0 {
            text.push('/');
        }
    }
    text
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
