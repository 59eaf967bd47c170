//! The report is light: few words and pictures in sight, a short table on the terminal; and every picture is a file.

mod common;

use std::path::Path;

use common::{imperial, path, printed};

/// Most words of a page outside of what is folded away.
const MOST_WORDS: usize = 1500;
/// Most pictures of the same.
const MOST_PICTURES: usize = 12;
/// Most lines on the terminal, for two rule sets.
const MOST_LINES: usize = 40;

/// What is in sight of a page: words and pictures.
#[derive(Debug, Default)]
struct Sight {
    words: usize,
    pictures: usize,
}

/// What a reader sees who unfolds nothing. Of the two widths of a picture one is shown.
fn sight(page: &str) -> Sight {
    let mut sight = Sight::default();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some((text, after)) = rest.split_once('<') {
        let is_summary = open.last() == Some(&"summary");
        let folds = open.iter().filter(|name| **name == "details").count();
        let hidden = ["svg", "template", "noscript", "option", "title"];
        let is_hidden = || open.iter().any(|name| hidden.contains(name));
        if !is_hidden() && (folds == 0 || (folds == 1 && is_summary)) {
            sight.words +=
                text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
        }
        let (tag, after) = after.split_once('>').expect("the end of a tag");
        rest = after;
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            let place = open.iter().rposition(|one| *one == name).expect("its start");
            open.truncate(place);
        } else if matches!(name, "script" | "style") {
            rest = after.split_once(&format!("</{name}>")).expect("its end").1;
        } else {
            let is_picture =
                name == "svg" && tag.contains("role=\"img\"") && !tag.contains("class=\"narrow\"");
            sight.pictures += usize::from(is_picture && folds == 0 && !is_hidden());
            let is_void = matches!(name, "meta" | "br" | "input" | "img" | "link" | "!DOCTYPE");
            if !is_void && !tag.ends_with('/') {
                open.push(name);
            }
        }
    }
    sight
}

#[test]
fn what_is_folded_away_is_out_of_sight() {
    let page = "<!DOCTYPE html><p>one two</p><style>p > a</style><details><summary>three</summary>\
                <p>no <b>no</b></p><svg role=\"img\"></svg><details><summary>no</summary></details>\
                </details><svg role=\"img\"><text>no</text></svg><svg class=\"narrow\" role=\"img\"></svg>";
    let Sight { words, pictures } = sight(page);
    assert_eq!((words, pictures), (3, 1));
}

/// The page begins with a sentence for each rule set, and then the picture of who wins.
fn assert_light(page: &str, rule_sets: usize) {
    let Sight { words, pictures } = sight(page);
    assert!(words <= MOST_WORDS, "{words} words");
    assert!((1..=MOST_PICTURES).contains(&pictures), "{pictures} pictures");
    let first =
        page.split("<main>").nth(1).expect("sections").split("<figure").next().expect("text");
    let sentences: Vec<&str> = first.split("<li>").skip(1).collect();
    assert_eq!(sentences.len(), rule_sets, "{first}");
    for sentence in sentences {
        assert!(
            sentence.contains("%") && sentence.contains(" to "),
            "with its interval: {sentence}"
        );
    }
    let figures = page.split("<figure class=\"exhibit\"").skip(1);
    for figure in figures {
        let title = figure.split("<strong>").nth(1).and_then(|rest| rest.split("</strong>").next());
        assert!(title.is_some_and(|title| title.ends_with('?')), "{title:?}");
    }
}

#[test]
fn a_whole_run_is_light_and_its_pictures_are_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, pictures) = (folder.path().join("run"), folder.path().join("pictures"));
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny.toml");
    let arguments =
        ["run", "--config", path(&config), "--out", path(&out), "--figures", path(&pictures)];
    let terminal = printed(&arguments);
    assert!(
        terminal.lines().count() <= MOST_LINES,
        "{} lines:\n{terminal}",
        terminal.lines().count()
    );
    let verdict = terminal.lines().filter(|line| !line.is_empty()).nth(1).expect("a second line");
    assert!(verdict.starts_with(['*', '=', '?']), "the verdict comes first: {verdict}");

    let page = std::fs::read_to_string(out.join("report/index.html")).expect("a page");
    assert_light(&page, 2);

    let names = |end: &str| {
        let files = std::fs::read_dir(&pictures).expect("a folder");
        let paths = files.map(|file| file.expect("a file").path());
        let mut names: Vec<String> = paths
            .filter(|path| path.extension().is_some_and(|own| own == end))
            .map(|path| path.file_stem().expect("a name").to_str().expect("text").to_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("svg"), names("png"));
    for name in ["who-wins-by-strength", "what-ended-the-games", "what-each-agent-scores"] {
        assert!(names("svg").iter().any(|known| known == name), "{name}: {:?}", names("svg"));
    }
    assert!(names("html").is_empty());

    // A complete run writes the same pictures again.
    let read = |name: &str| std::fs::read(pictures.join(name)).expect("a file");
    let before = read("who-wins-by-strength.png");
    std::fs::remove_dir_all(&pictures).expect("removed");
    printed(&arguments);
    assert!(before == read("who-wins-by-strength.png"));
}

#[test]
fn many_agents_are_light_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("many");
    let agents = "random,rollouts:1,rollouts:2,rollouts:3,rollouts:4";
    let fixed = ["balance", "brandubh", "mini-tablut", "imperial-contest", "tablut-linnaeus"];
    let games = ["--games", "12", "--pairs", "2", "--agents", agents, "--out", path(&out)];
    printed(&[&fixed[..], &games].concat());
    let page = std::fs::read_to_string(out.join("report/index.html")).expect("a page");
    assert_light(&page, 4);
}

#[test]
fn a_folder_that_takes_no_pictures_is_refused_before_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, out) = (folder.path().join("file"), folder.path().join("out"));
    std::fs::write(&file, "").expect("written");
    let output = imperial(&["balance", "brandubh", "--figures", path(&file), "--out", path(&out)]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("--figures") && told.contains(path(&file)), "{told}");
    assert!(told.contains("a file stands where a folder is meant"), "{told}");
    assert!(!out.join("games").exists());
}
