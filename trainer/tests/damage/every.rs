//! Every kind of file that a work leaves, damaged in every way: after the advised healing the folder has the same
//! bytes as before, or somebody says clearly that it cannot be healed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{DAMAGE, imperial};

/// How a file is damaged.
#[derive(Clone, Copy, Debug)]
enum Harm {
    /// One bit is another.
    Flip,
    /// The second half is gone.
    Cut,
    Delete,
}

/// Steps of healing that advice may ask for.
const MOST_STEPS: usize = 6;

/// What came of the cases.
#[derive(Debug, Default)]
pub struct Tally {
    pub healed: usize,
    pub refused: usize,
}

/// A work whose files are damaged.
struct Work<'a> {
    /// Where it is damaged.
    base: &'a Path,
    /// Its folder there.
    folder: &'a str,
    /// What goes on with it.
    command: &'a str,
    /// What the folder should hold.
    expected: &'a BTreeMap<PathBuf, Vec<u8>>,
}

/// Every file below, with its path inside.
fn files(root: &Path) -> Vec<PathBuf> {
    let (mut files, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.strip_prefix(root).expect("below").to_owned());
            }
        }
    }
    files.sort();
    files
}

/// Every file below with its content, but for locks, what tells the time, and what a repair has set aside. The games of a
/// share lie in the order in which they ended, which nobody promises.
fn contents(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let is_result = |file: &PathBuf| {
        let name = file.file_name().expect("a name").display().to_string();
        let left_out = ["metrics.csv", "training.html", "manifest.jsonl", "games.damaged.jsonl"];
        !left_out.contains(&&*name) && !name.ends_with(".lock")
    };
    let content = |file: PathBuf| {
        let mut content = fs::read(root.join(&file)).expect("a file");
        if file.ends_with("games.jsonl") && root.join(&file).with_extension("shard.json").exists() {
            let mut lines: Vec<&[u8]> = content.split_inclusive(|byte| *byte == b'\n').collect();
            lines.sort_unstable();
            content = lines.concat();
        }
        (file, content)
    };
    files(root).into_iter().filter(is_result).map(content).collect()
}

/// One file of each kind: what differs in digits alone is of one kind. Locks hold nothing.
fn kinds(root: &Path) -> Vec<PathBuf> {
    let mut seen = BTreeSet::new();
    let is_new = |file: &PathBuf| {
        let name = file.display().to_string();
        let kind: String = name.chars().filter(|sign| !sign.is_ascii_digit()).collect();
        !kind.ends_with(".lock") && seen.insert(kind)
    };
    files(root).into_iter().filter(is_new).collect()
}

fn damage(path: &Path, harm: Harm) {
    let mut content = fs::read(path).expect("a file");
    let half = content.len() / 2;
    match harm {
        // Another bit in each file: what is no text any more is damage, too.
        Harm::Flip => content[half] ^= 1 << (half % 8),
        Harm::Cut => content.truncate(half),
        Harm::Delete => return fs::remove_file(path).expect("removed"),
    }
    fs::write(path, content).expect("written");
}

fn copy(from: &Path, to: &Path) {
    for file in files(from) {
        let to = to.join(&file);
        fs::create_dir_all(to.parent().expect("a folder")).expect("made");
        fs::copy(from.join(file), to).expect("copied");
    }
}

/// Names between backquotes in what is told.
fn quoted(told: &str) -> Vec<&str> {
    told.split('`').skip(1).step_by(2).collect()
}

fn remove(path: &Path) -> bool {
    path.is_file() && fs::remove_file(path).is_ok()
}

impl Work<'_> {
    /// Does what is advised; gives whether it was anything that can be done.
    fn follow(&self, told: &str) -> bool {
        if told.contains("verify --repair") {
            return imperial(self.base, &format!("verify --repair {}", self.folder)).0 != Some(2);
        }
        if told.contains("delete `checkpoint.bpk`") {
            let all = files(&self.base.join(self.folder));
            let checkpoint = all.iter().find(|file| file.ends_with("checkpoint.bpk"));
            return checkpoint.is_some_and(|file| remove(&self.base.join(self.folder).join(file)));
        }
        if told.contains("the `.lock` files beside it") {
            let named = told.split(['`', ' ', ':']).find(|name| name.ends_with("manifest.jsonl"));
            let manifest = self.base.join(named.expect("its name"));
            let locks = ["folder.lock", "games.lock"].map(|name| manifest.with_file_name(name));
            remove(&manifest);
            return locks.map(|lock| remove(&lock)).contains(&true);
        }
        if let Some(line) = told.lines().find(|line| line.contains("delete this line")) {
            return self.delete_line(line);
        }
        if told.contains("delete it and repeat") || told.contains("delete this file") {
            // `verify` begins a line with the file.
            let lines = told.lines().filter(|line| line.contains("delete it and repeat"));
            let named = lines.filter_map(|line| line.split(": ").next());
            let quoted = quoted(told);
            let beside = quoted.first().map(|first| self.base.join(first));
            let mut all: Vec<PathBuf> = named.map(|name| self.base.join(name)).collect();
            all.extend(quoted.iter().map(|name| self.base.join(name)));
            all.extend(
                beside
                    .iter()
                    .flat_map(|first| quoted.iter().skip(1).map(|name| first.with_file_name(name))),
            );
            return all.iter().map(|path| remove(path)).fold(false, |any, one| any | one);
        }
        told.contains("repeat the")
    }

    /// Deletes the line of a file that a message begins with.
    fn delete_line(&self, told: &str) -> bool {
        let mut parts = told.split(':');
        let file = self.base.join(parts.next().expect("a file"));
        let number: usize = parts.next().expect("a line").parse().expect("a number");
        let text = fs::read(&file).expect("a file");
        let lines = text.split_inclusive(|byte| *byte == b'\n').enumerate();
        let kept = lines.filter(|(at, _)| at + 1 != number).map(|(_, line)| line);
        fs::write(&file, kept.collect::<Vec<_>>().concat()).is_ok()
    }

    /// Damages a file and heals; says what is wrong with what came of it.
    fn try_case(&self, file: &Path, harm: Harm, tally: &mut Tally) -> Result<(), String> {
        let folder = self.base.join(self.folder);
        damage(&folder.join(file), harm);
        let mut history = Vec::new();
        for _ in 0..MOST_STEPS {
            let (mut code, mut told) = imperial(self.base, self.command);
            history.push(format!("{code:?} {told}"));
            if code == Some(0) {
                (code, told) = imperial(self.base, &format!("verify {}", self.folder));
                history.push(format!("verify: {code:?} {told}"));
                // Who goes on without a manifest has nothing that `verify` could look at.
                let is_without = told.contains("no `games.jsonl`, `manifest.jsonl`");
                if is_without && !folder.join("manifest.jsonl").exists() {
                    code = Some(0);
                }
            }
            match code {
                Some(0) if contents(&folder) == *self.expected => {
                    tally.healed += 1;
                    return Ok(());
                }
                Some(0) => return Err(format!("silence: {}", history.concat())),
                DAMAGE => {}
                _ => return Err(format!("another exit code: {}", history.concat())),
            }
            if !self.follow(&told) {
                if told.contains("restore") || told.contains("choose another folder") {
                    tally.refused += 1;
                    return Ok(());
                }
                return Err(format!("no way on: {}", history.concat()));
            }
        }
        Err(format!("no end: {}", history.concat()))
    }
}

/// Tries one in `every` case of the kinds of files in the folder that `command` has made in `root`, and goes on with.
pub fn try_all(root: &Path, folder: &str, command: &str, every: usize) -> (Tally, Vec<String>) {
    let whole = root.join(folder);
    let (kinds, expected) = (kinds(&whole), contents(&whole));
    let (mut tally, mut wrong) = (Tally::default(), Vec::new());
    let cases = kinds
        .iter()
        .flat_map(|file| [Harm::Flip, Harm::Cut, Harm::Delete].map(|harm| (file.as_path(), harm)));
    for (file, harm) in cases.step_by(every) {
        let base = tempfile::tempdir().expect("a folder");
        copy(root, base.path());
        let work = Work { base: base.path(), folder, command, expected: &expected };
        if let Err(reason) = work.try_case(file, harm, &mut tally) {
            wrong.push(format!("{}, {harm:?}: {reason}", file.display()));
        }
    }
    println!("{folder}: {} kinds of files, {tally:?}", kinds.len());
    (tally, wrong)
}
