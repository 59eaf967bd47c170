//! No sentence of the pages and of the help texts is long.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The longest sentence.
const MOST_WORDS: usize = 30;
/// The same on the page that everybody reads.
const MOST_IN_FINDINGS: usize = 25;

#[test]
fn pages_have_short_sentences() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut long = Vec::new();
    for folder in [root.clone(), root.join("docs")] {
        for file in fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path())
        {
            if file.extension().is_some_and(|extension| extension == "md") {
                let text = fs::read_to_string(&file).expect("text");
                let findings = file.ends_with("docs/findings.md");
                let most = if findings { MOST_IN_FINDINGS } else { MOST_WORDS };
                long.extend(long_sentences(&file.display().to_string(), of_page(&text), most));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn the_index_names_every_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    let index = fs::read_to_string(docs.join("README.md")).expect("the index");
    for file in fs::read_dir(&docs).expect("a folder").map(|file| file.expect("a file").path()) {
        let name = file.file_name().expect("a name").to_string_lossy();
        let is_page = file.extension().is_some_and(|extension| extension == "md");
        assert!(!is_page || name == "README.md" || index.contains(&format!("]({name})")), "{name}");
    }
}

#[test]
fn help_has_short_sentences() {
    // The list does not name `bench`.
    let mut commands = vec![Vec::new(), vec!["bench".to_owned()]];
    let mut long = Vec::new();
    while let Some(command) = commands.pop() {
        let output =
            Command::new(env!("CARGO_BIN_EXE_imperial")).args(&command).arg("--help").output();
        let help = String::from_utf8(output.expect("the program runs").stdout).expect("text");
        let name = format!("imperial {}", command.join(" "));
        long.extend(long_sentences(&name, of_help(&help), MOST_WORDS));
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let names = listed.take_while(|line| !line.is_empty()).filter(|line| indent(line) == 2);
        for name in names.filter_map(|line| line.split_whitespace().next()) {
            if name != "help" {
                commands.push([command.clone(), vec![name.to_owned()]].concat());
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

#[test]
fn a_long_sentence_is_found() {
    let words = |number: usize| vec!["word"; number].join(" ");
    let page =
        format!("# Title\n\n- {}\n  more. {}.\n\n```\n{}\n```\n", words(30), words(9), words(99));
    assert_eq!(long_sentences("page", of_page(&page), 30).len(), 1);
    assert_eq!(long_sentences("page", of_page(&page), 31).len(), 0);
    let help = format!("Options:\n      --all\n          {}\n          word.\n", words(30));
    assert_eq!(long_sentences("help", of_help(&help), 30).len(), 1);
    assert_eq!(long_sentences("help", of_help(&help), 31).len(), 0);
}

/// The paragraphs, items, cells and headings of a Markdown page, without listings.
fn of_page(page: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut listing = false;
    for line in page.lines().map(str::trim) {
        let item = line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(". ");
        if line.starts_with("```") {
            listing = !listing;
        } else if listing {
        } else if line.starts_with('|') {
            texts.extend(without_code(line).split('|').map(str::to_owned));
            texts.push(String::new());
        } else {
            let begins = item || ["- ", "#"].iter().any(|mark| line.starts_with(mark));
            if line.is_empty() || begins {
                texts.push(String::new());
            }
            texts.last_mut().expect("one text").push_str(&format!(" {line}"));
            if line.starts_with('#') {
                texts.push(String::new());
            }
        }
    }
    texts.iter().map(|text| without_code(text)).collect()
}

/// The paragraphs of a help text. Lines of lists and options begin new ones; what they name is left out.
fn of_help(help: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    for line in help.lines() {
        let text = line.trim();
        if text.is_empty() || indent(line) == 2 || text.starts_with(['-', '[']) {
            texts.push(String::new());
        }
        let told = match text.rsplit_once("  ") {
            Some((_, told)) => told,
            None if text.starts_with('-') => "",
            None => text,
        };
        texts.last_mut().expect("one text").push_str(&format!(" {told}"));
    }
    texts.iter().map(|text| without_code(text)).collect()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The text with one word for each piece of code, and without the targets of links.
fn without_code(text: &str) -> String {
    let code =
        text.split('`').enumerate().map(|(place, part)| if place % 2 == 0 { part } else { "code" });
    let text: String = code.collect();
    let mut parts = text.split("](");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, part| before + part.split_once(')').map_or(part, |(_, after)| after))
}

/// The sentences with more than `most` words, each with its place.
fn long_sentences(place: &str, texts: Vec<String>, most: usize) -> Vec<String> {
    let mut long = Vec::new();
    for text in texts {
        let mut sentence = Vec::new();
        for word in text.split_whitespace().chain(["."]) {
            if word.contains(char::is_alphanumeric) {
                sentence.push(word);
            }
            let bare = word.trim_end_matches([')', '"', '*', '”']);
            if bare.ends_with(['.', '!', '?']) && !["e.g.", "i.e.", "al."].contains(&bare) {
                if sentence.len() > most {
                    long.push(format!("{place}: {} words: {}", sentence.len(), sentence.join(" ")));
                }
                sentence.clear();
            }
        }
    }
    long
}
