//! The balance lab from the command line: the same for any number of threads, continued with more
//! games, and whole.

mod common;
#[path = "balance/exploiters.rs"]
mod exploiters;

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use common::{imperial, path, printed};

fn json(folder: &Path) -> Value {
    let text = std::fs::read_to_string(folder.join("report/balance.json")).expect("a report");
    serde_json::from_str(&text).expect("JSON")
}

/// The names of all files below `folder`, and what is in the logs of games and in the report.
fn contents(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if ["provenance.json", "manifest.jsonl", "made.json"]
                .iter()
                .any(|name| path.ends_with(name))
            {
                // They name the folder and the command, or have the hash of what does.
            } else if path.extension().is_some_and(|end| end == "jsonl" || end == "json") {
                let name = path.strip_prefix(folder).expect("below").display().to_string();
                found.insert(name, std::fs::read_to_string(&path).expect("text"));
            }
        }
    }
    found
}

#[test]
fn games_go_on_until_the_intervals_are_narrow() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let play = |out: &Path, threads: &str, more: &[&str]| {
        let fixed = ["balance", "brandubh", "--agents", "random,rollouts:2", "--games", "40"];
        let rest = ["--pairs", "20", "--handicap", "10", "--threads", threads, "--out", path(out)];
        printed(&[&fixed, &rest[..], more].concat())
    };
    play(&one, "1", &["--precision", "5"]);
    play(&two, "2", &[]);
    let before = json(&two);
    play(&two, "2", &["--precision", "5"]);
    assert_eq!(contents(&one), contents(&two), "neither threads nor a break between matter");

    let report = json(&one);
    assert_eq!(before["options"]["looks"], "once");
    assert_eq!(report["options"]["looks"], "any");
    assert_eq!(report["stopping"]["reason"], "precise");
    for cell in report["cells"].as_array().expect("cells") {
        let width = |at: &str| cell.pointer(at).and_then(Value::as_f64).expect("a number");
        assert!(width("/score/high") - width("/score/low") <= 0.10);
        assert!(cell["games"].as_u64() > Some(40));
    }
    assert_eq!(report["curves"][0]["points"].as_array().map(Vec::len), Some(2));
    assert!(report["fairness"][1]["handicap"]["points"].as_array().is_some_and(|p| p.len() >= 2));
    assert!(one.join("report/strength.csv").is_file() && one.join("report/fairness.csv").is_file());

    let limited = folder.path().join("limited");
    play(&limited, "2", &["--precision", "1", "--max-games", "200"]);
    let report = json(&limited);
    assert_eq!(report["stopping"]["reason"], "games");
    let games =
        report["cells"].as_array().expect("cells").iter().map(|cell| cell["games"].as_u64());
    assert_eq!(games.map(Option::unwrap_or_default).sum::<u64>(), 200);
    let same = printed(&["report", "compare", path(&one), path(&one)]);
    assert!(!same.contains("only the") && !same.contains("practically the same"), "{same}");
    assert!(
        same.lines().all(|line| line.starts_with('!') && line.contains("the same games")),
        "{same}"
    );
    refuses_what_has_changed(&one, &limited);
}

/// A comparison names the file that is another than was written, of either report, and ends with 1.
fn refuses_what_has_changed(one: &Path, other: &Path) {
    for name in ["report/balance.json", "report/provenance.json"] {
        let file = other.join(name);
        let text = std::fs::read_to_string(&file).expect("it is there");
        let digit = text.rfind(|c: char| c.is_ascii_digit() && c != '9').expect("a digit");
        let mut changed = text.clone();
        changed.replace_range(digit..=digit, "9");
        std::fs::write(&file, changed).expect("written");
        let told = imperial(&["report", "compare", path(one), path(other)]);
        let words = String::from_utf8_lossy(&told.stderr).into_owned();
        assert_eq!(told.status.code(), Some(1), "{words}");
        assert!(words.contains(name) && words.contains("is damaged"), "{words}");
        std::fs::write(&file, text).expect("written");
    }
}

/// What a surface has played is not played again, and what agents play against themselves is not played at all.
#[test]
fn a_surface_tells_the_balance_at_equal_skill() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let play = |out: &Path, threads: &str, more: &[&str]| {
        let fixed =
            ["balance", "brandubh", "--agents", "random,rollouts:2,rollouts:4", "--games", "8"];
        let rest = ["--pairs", "2", "--threads", threads, "--out", path(out)];
        printed(&[&fixed[..], &rest, more].concat())
    };
    let surface = ["--surface", "8", "--surface-playouts", "2,4,8"];
    let text = play(&one, "1", &surface);
    assert!(text.contains("brandubh at equal skill: attackers score"), "{text}");
    play(&two, "2", &[]);
    play(&two, "2", &surface);
    assert_eq!(contents(&one), contents(&two), "neither threads nor a break between matter");

    let report = json(&one);
    assert_eq!(report["options"]["looks"], "once", "nobody has seen games of a surface before");
    let own = &report["surfaces"][0];
    assert_eq!(own["playouts"], serde_json::json!([2, 4, 8]));
    let cells = own["cells"].as_array().expect("cells");
    assert!(cells.len() == 9 && cells.iter().all(|cell| cell["games"] == serde_json::json!([8])));
    let score = |cell: &Value| cell["score"]["each"][0]["value"].clone();
    let diagonal = cells.iter().filter(|cell| cell["attackers"] == cell["defenders"]);
    let of_itself = report["cells"].as_array().expect("cells").iter().skip(1);
    for (cell, own) in diagonal.zip(of_itself) {
        assert_eq!(score(cell), own["score"]["value"], "the games of the agent against itself");
    }
    let played = one.join("games/brandubh/surface");
    let names: Vec<String> = std::fs::read_dir(played)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"))
        .collect();
    assert_eq!(names.len(), 7, "six of unequal playouts, and eight against eight: {names:?}");
    assert!(one.join("report/surface.csv").is_file() && one.join("report/skill.csv").is_file());

    play(&one, "2", &["--surface", "12", "--surface-playouts", "2,4,8"]);
    assert_eq!(json(&one)["options"]["looks"], "any", "games were added after a look");
    let backwards = ["--surface", "8", "--surface-playouts", "8,4", "--out", path(&two)];
    let output = imperial(&[&["balance", "brandubh"], &backwards[..]].concat());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("fewest first"), "{error}");
}

#[test]
fn a_difference_is_shared_out_among_the_switches() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let command = ["attribute", "brandubh", "brandubh-throneless", "--agents", "random"];
    let text = printed(&[&command[..], &["--games", "30", "--out", path(&out)]].concat());
    let report = json(&out);
    let attribution = &report["attributions"][0];
    let switches = attribution["switches"].as_array().expect("switches");
    let sum: f64 = switches.iter().filter_map(|s| s["effect"]["value"].as_f64()).sum();
    let total = attribution["total"]["value"].as_f64().expect("a number");
    assert!((sum - total).abs() < 1e-9, "{sum} is not {total}");
    for coalition in attribution["coalitions"].as_array().expect("coalitions") {
        let name = coalition["rules"].as_str().expect("a name");
        printed(&["rules", path(&out.join("rules").join(format!("{name}.toml")))]);
    }
    assert!(text.contains("change of the attackers' score in points"), "{text}");
    assert!(out.join("report/switches.csv").is_file());
    assert!(out.join("report/coalitions.csv").is_file());
}

/// Recorded games are a line of the report, in a run as in a comparison, and no agent is moved by them.
#[test]
fn people_are_players_of_a_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let (people, out) = (folder.path().join("people"), folder.path().join("out"));
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/import.in/games.csv");
    let import = ["import", path(&games), "--rules", "brandubh", "--agent", "people"];
    printed(&[&import[..], &["--out", path(&people)]].concat());
    let play = ["balance", "brandubh", "--agents", "random,rollouts:2", "--games", "20"];
    let rest = ["--pairs", "4", "--beside", path(&people), "--out", path(&out)];
    printed(&[&play[..], &rest].concat());
    let of_agents = |report: &Value| {
        let name = |agent: &Value| agent["name"].as_str().expect("a name").to_owned();
        report["agents"].as_array().expect("agents").iter().map(name).collect::<Vec<_>>()
    };
    let report = json(&out);
    assert_eq!(of_agents(&report), ["people", "random", "rollouts:2"]);
    assert_eq!(report["cells"][0]["games"], 4);
    assert_eq!(report["trends"][0]["weakest"], "random", "nobody knows how strong people are");
    let finding = report["findings"].as_array().expect("findings").iter();
    let finding = finding.clone().find(|finding| finding["topic"] == "people").expect("one");
    assert_eq!(finding["agents"], serde_json::json!(["people", "rollouts:2"]));
    let facts = std::fs::read_to_string(out.join("report/provenance.json")).expect("facts");
    assert!(facts.contains("Recorded games") && facts.contains("people/games.jsonl"), "{facts}");

    let experiment = folder.path().join("beside.toml");
    let text = format!(
        "name = \"beside\"\ntitle = \"Beside\"\nseed = 7\nrules = [\"brandubh\"]\n\
         [[compare.agents]]\nagent = \"random\"\ngames = 20\n\
         [[compare.recorded]]\nfolder = {:?}\nagent = \"people\"\n\
         [[hypothesis]]\nname = \"it\"\nstatement = \"People are even.\"\nsource = \"somebody\"\n\
         rules = [\"brandubh\"]\nagents = [\"people\"]\neven-within = 0.05\n",
        path(&people)
    );
    std::fs::write(&experiment, &text).expect("written");
    let run = folder.path().join("run");
    printed(&["run", "--config", path(&experiment), "--out", path(&run)]);
    let report = json(&run);
    assert_eq!(of_agents(&report), ["people", "random"]);
    assert_eq!(report["hypotheses"][0]["cases"][0]["agent"], "people");

    let refused = |text: &str| {
        std::fs::write(&experiment, text).expect("written");
        let out = folder.path().join("no");
        let output = imperial(&["run", "--config", path(&experiment), "--out", path(&out)]);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).expect("text")
    };
    let nobody = refused(&text.replace("\"people\"", "\"nobody\""));
    assert!(nobody.contains("--agent nobody"), "{nobody}");
    let other = refused(&text.replace("\"brandubh\"", "\"ard-ri\""));
    assert!(other.contains("no game there is by ard-ri; there are games by brandubh"), "{other}");
}

/// Foxes and geese have no king, whose escape could be bid for.
#[test]
fn what_has_no_king_has_no_bid_for_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let command = ["attribute", "fox-and-geese", "fox-and-geese-15", "--agents", "random"];
    printed(&[&command[..], &["--games", "6", "--out", path(&out)]].concat());
    let report = json(&out);
    assert_eq!(report["cells"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["fairness"].as_array().map(Vec::len), Some(0), "{}", report["fairness"]);
    assert_eq!(report["effects"].as_array().map(Vec::len), Some(0), "no network played");
}

/// Contest and the Bologna rules differ in more switches than all combinations are played of.
#[test]
fn drawn_orders_play_both_rule_sets_and_add_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let (out, inner) = (folder.path().join("out"), folder.path().join("inner"));
    for (one, other) in [("imperial-contest", "tablut-unibo"), ("tablut-unibo", "tablut-linnaeus")]
    {
        let out = out.join(one);
        let rest = ["--agents", "random", "--games", "6", "--orders", "2", "--exact", "2"];
        printed(&[&["attribute", one, other, "--out", path(&out)][..], &rest].concat());
        let attribution = &json(&out)["attributions"][0];
        let switches = attribution["switches"].as_array().expect("switches");
        assert!(switches.len() > 2);
        let sum: f64 = switches.iter().filter_map(|s| s["effect"]["value"].as_f64()).sum();
        let value = |name: &str| attribution[name]["value"].as_f64().expect("a number");
        assert!((sum - value("total")).abs() < 1e-9);
        assert!((value("to_score") - value("from_score") - value("total")).abs() < 1e-9);
        let coalitions = attribution["coalitions"].as_array().expect("coalitions");
        let ends = [&coalitions[0], &coalitions[coalitions.len() - 1]].map(|c| &c["rules"]);
        assert_eq!(ends, [one, other]);
    }

    // Two of the rule sets between are ends of their own.
    let rules = |name: &str| out.join(format!("imperial-contest/rules/{name}.toml"));
    let mut made: Vec<_> = std::fs::read_dir(out.join("imperial-contest/rules"))
        .expect("rules")
        .filter_map(|entry| entry.expect("an entry").file_name().into_string().ok())
        .filter_map(|name| Some(name.strip_suffix(".toml")?.to_owned()))
        .filter(|name| name.starts_with("mix-"))
        .collect();
    // Few flipped first, then many.
    made.sort_by_key(|name| (name.matches('1').count(), name.clone()));
    let ends = [&made[0], &made[made.len() - 1]].map(|name| rules(name));
    let command = ["attribute", path(&ends[0]), path(&ends[1]), "--agents", "random"];
    let rest = ["--games", "6", "--orders", "2", "--exact", "2", "--out", path(&inner)];
    printed(&[&command[..], &rest].concat());
    assert!(json(&inner)["attributions"][0]["coalitions"].as_array().is_some_and(|c| c.len() > 2));
}

#[test]
fn switches_and_handicaps_with_more_games_have_intervals_for_looking_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let [switches, handicap] = ["switches", "handicap"].map(|name| folder.path().join(name));
    let command = ["attribute", "brandubh", "brandubh-throneless", "--agents", "random"];
    let attribute = |games| {
        printed(&[&command[..], &["--games", games, "--out", path(&switches)]].concat());
        json(&switches)
    };
    let first = attribute("20");
    assert_eq!(attribute("20"), first, "the same command changes nothing");
    let more = attribute("40");
    assert_eq!(
        (&first["options"]["looks"], &more["options"]["looks"]),
        (&"once".into(), &"any".into())
    );
    assert!(more["attributions"][0]["games"].as_u64() > first["attributions"][0]["games"].as_u64());
    assert_eq!(attribute("20"), more, "games are never taken back");

    let play = ["balance", "brandubh", "--agents", "rollouts:4", "--games", "20"];
    let balance = |games| {
        let rest = ["--handicap", games, "--out", path(&handicap)];
        printed(&[&play[..], &rest].concat());
        json(&handicap)["options"]["looks"].clone()
    };
    assert_eq!(balance("5"), "once");
    assert_eq!(balance("5"), "once");
    assert_eq!(balance("10"), "any");
}

/// Seven openings are few, but each game draws its own.
#[test]
fn few_openings_are_no_hindrance_and_stones_have_no_king() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let play = ["balance", "connect-four", "--agents", "random", "--random-plies", "1"];
    let precise = ["--precision", "8", "--games", "50", "--max-games", "2000", "--out", path(&out)];
    let text = printed(&[&play[..], &precise].concat());
    let report = json(&out);
    assert_eq!(report["stopping"]["reason"], "precise");
    assert!(report["cells"][0]["openings"].as_u64() <= Some(7));
    assert_eq!(report["fairness"].as_array().map(Vec::len), Some(0));
    let page = std::fs::read_to_string(out.join("report/index.html")).expect("a page");
    for told in [&text, &page] {
        assert!(!told.contains("no bid") && !told.contains("the king had to escape"), "{told}");
    }
    assert!(!page.contains("id=\"fairness\"") && !out.join("report/fairness.csv").exists());
}

/// The 5x5 boards are solved (`trainer/truth/src`): the defenders win all of them. Play that is strong
/// enough there must give that verdict, or none where the games are too much alike.
#[test]
fn solved_boards_get_the_right_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, grade) in [("imperial", "withheld"), ("corner", "withheld"), ("step", "shown")] {
        let rules = format!("{}/truth/src/rules/{name}-5x5.toml", env!("CARGO_MANIFEST_DIR"));
        let out = folder.path().join(name);
        let play = ["balance", &rules, "--agents", "rollouts:1000", "--games", "100"];
        let alike = ["--random-plies", "0", "--sampled-plies", "0"];
        printed(&[&play[..], &alike, &["--pairs", "0", "--out", path(&out)]].concat());
        let report = json(&out);
        let cell = &report["cells"][0];
        assert_eq!(cell["advantage"]["grade"], grade, "{name}");
        let attackers = &cell["results"]["attackers"]["share"];
        assert!(attackers["high"].as_f64().expect("a number") < 0.11, "{name}: {attackers}");
    }
}

#[test]
fn rule_sets_with_one_title_are_told_apart_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mine, out) = (folder.path().join("mine.toml"), folder.path().join("out"));
    let rules = printed(&["rules", "brandubh", "--toml"]);
    std::fs::write(&mine, rules.replace("name = \"brandubh\"", "name = \"mine\""))
        .expect("written");
    let [mine, out] = [&mine, &out].map(|path| path.to_str().expect("UTF-8"));
    let arguments = ["--agents", "random", "--games", "4", "--pairs", "0", "--out", out];
    printed(&[&["balance", "brandubh", mine, "tablut-smith"], arguments.as_slice()].concat());
    let page = std::fs::read_to_string(format!("{out}/report/index.html")).expect("a page");
    // They begin alike, so that one board stands for both.
    assert!(page.contains("<strong>Brandubh (brandubh) and Brandubh (mine)</strong>"));
    for name in ["brandubh", "mine"] {
        assert!(page.contains(&format!("Brandubh ({name})</")), "{name}");
    }
    assert!(page.contains("<strong>Tablut (Smith)</strong>"), "a title of its own stays as it is");
}
