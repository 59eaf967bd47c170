//! The page: self-contained, well-formed, safe.

use imperial_data::{GameRecord, PlyRecord};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, game_stream, with_game};
use imperial_watch::{GameStatistics, watch_games};

use super::{agent, cell, games, lab, report, taught};
use crate::page::{CurveFigure, NetworkNote, PageContext, RuleSetNote, page};
use crate::{AgentLabel, BalanceReport, Board, Experience, Options};

const NASTY: &str = "<script>alert('\"&')</script>";
/// The same as text of a page.
const ESCAPED: &str = "&lt;script&gt;alert('&quot;&amp;')&lt;/script&gt;";

/// The board of a rule set, under another name.
fn board(name: &str, rules: &str) -> Board {
    let game = AnyGame::by_name(name).expect("an embedded game");
    let mut board = Board::start(&game);
    rules.clone_into(&mut board.rules);
    board
}

pub(super) fn context() -> PageContext {
    PageContext {
        title: NASTY.to_owned(),
        intro: vec![NASTY.to_owned()],
        rule_sets: vec![RuleSetNote { name: NASTY.to_owned(), ..RuleSetNote::default() }],
        networks: vec![NetworkNote {
            agent: "net-64".to_owned(),
            name: NASTY.to_owned(),
            hash: NASTY.to_owned(),
            about: NASTY.to_owned(),
        }],
        boards: vec![board("tablut-unibo", "tablut-linnaeus"), board("tablut-linnaeus", NASTY)],
        statistics: vec![statistics("tablut-linnaeus", "net-64"), statistics(NASTY, NASTY)],
        // An infinite loss must not reach the picture.
        learning: vec![CurveFigure {
            id: "losses".to_owned(),
            title: NASTY.to_owned(),
            series: vec![(NASTY.to_owned(), vec![(0.0, f64::INFINITY), (1.0, 0.5)])],
            ..CurveFigure::default()
        }],
        provenance: vec![("version".to_owned(), NASTY.to_owned())],
        command: NASTY.to_owned(),
        recorded: false,
        experiment: NASTY.to_owned(),
    }
}

/// A game of random moves.
fn random<G: Encode>(game: &G, number: u64) -> GameRecord {
    let (mut rng, mut moves) = (game_stream(7, number), Vec::new());
    let first = game.first().draw(&mut rng);
    let mut position = game.start(first);
    let mut record =
        GameRecord { rules: game.name().to_owned(), game: number, first, ..GameRecord::default() };
    loop {
        if let Some(outcome) = game.outcome(&position) {
            return GameRecord { result: outcome.into(), cause: outcome.cause, ..record };
        }
        let mv = game.random_move(&position, &mut rng, &mut moves).expect("a move");
        let text = game.format_move(&position, mv);
        record.plies.push(PlyRecord { mv: text, ..PlyRecord::default() });
        game.play(&mut position, mv);
    }
}

/// Game statistics with names that could do harm.
fn statistics(rules: &str, agent: &str) -> GameStatistics {
    let game = AnyGame::by_name("tablut-linnaeus").expect("an embedded game");
    let random =
        with_game!(&game, |game| (0..12).map(|number| random(game, number)).collect::<Vec<_>>());
    let records = || -> imperial_watch::Records<'_> { Box::new(random.iter().cloned().map(Ok)) };
    let (_, mut statistics) = watch_games(&game, agent, &records).expect("true records");
    (statistics.rules, statistics.agent) = (rules.to_owned(), agent.to_owned());
    for ply in statistics.examples.iter_mut().flat_map(|example| &mut example.plies) {
        ply.text.push_str(NASTY);
    }
    for opening in &mut statistics.openings {
        opening.moves.iter_mut().for_each(|branch| branch.text.push_str(NASTY));
    }
    statistics
}

/// Pages with all sections, with nasty names, and with hardly anything.
fn pages() -> Vec<String> {
    let nasty = vec![
        cell(NASTY, agent(NASTY, 0), games(3, 1, 1, 2)),
        cell("other", agent(NASTY, 0), games(0, 9, 9, 0)),
        cell("other", agent("b", 1), games(1, 0, 0, 0)),
        cell("empty", agent("b", 1), Vec::new()),
    ];
    let options = Options::default();
    vec![
        page(&report(), &context()),
        page(&lab::filled(BalanceReport::new(nasty, &options), NASTY), &context()),
        page(&BalanceReport::new(Vec::new(), &options), &PageContext::default()),
    ]
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    for page in pages() {
        for word in ["http:", "https:", "src=", "@import", "import(", "fetch(", "<link", "<iframe"]
        {
            assert!(!page.contains(word), "{word}");
        }
        let scripts = page.matches("<script").count();
        assert!(scripts == 0 || scripts == 2, "the data and the viewer");
        let urls = page.match_indices("url(");
        for (at, _) in urls {
            assert!(page[at..].starts_with("url(#"), "{}", &page[at..at + 30]);
        }
        for (at, _) in page.match_indices("href=\"") {
            // A place of the page, or a file beside it.
            let to = page[at + 6..].split('"').next().expect("an end");
            let is_beside =
                !to.contains(['/', ':']) && (to.ends_with(".csv") || to.ends_with(".json"));
            assert!(to.starts_with('#') || is_beside, "{to}");
        }
    }
}

#[test]
fn names_cannot_become_markup() {
    for page in &pages()[..2] {
        assert!(!page.contains("<script>alert"));
        // The data of the viewer are no markup; there only the end of the script would harm.
        let (before, data) = page.split_once("id=\"viewer-data\">").unwrap_or((page, "</script>"));
        let (data, after) = data.split_once("</script>").expect("an end");
        assert!(
            !data.contains('<') && !before.contains("<script>al") && !after.contains("<script>al")
        );
        assert!(page.contains(ESCAPED));
    }
}

#[test]
fn identifiers_are_unique() {
    for page in pages() {
        let mut known = std::collections::BTreeSet::new();
        let identifiers = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
        assert!(identifiers.into_iter().all(|id| known.insert(id)), "{known:?}");
    }
}

#[test]
fn pictures_are_described_and_hold_numbers_only() {
    for page in pages() {
        for picture in page.split("<svg").skip(2).map(|text| text.split("</svg>").next()) {
            let picture = picture.expect("a part");
            if picture.contains("aria-hidden") {
                continue;
            }
            assert!(picture.contains("<title id=") && picture.contains("<desc id="), "{picture}");
            for word in ["NaN", "inf", "Infinity"] {
                let drawn = picture.split("<desc").nth(1).expect("a description");
                let drawn = drawn.split("</desc>").nth(1).expect("shapes");
                assert!(
                    !drawn.contains(&format!("\"{word}")) && !drawn.contains(&format!(",{word}"))
                );
            }
        }
    }
}

#[test]
fn sections_appear_with_their_data() {
    let full = page(&report(), &context());
    let always = ["findings", "compared", "strength", "results", "differences", "first", "course"];
    let of_context = ["maps", "openings", "games", "methods", "provenance"];
    for id in always.into_iter().chain(of_context) {
        assert!(full.contains(&format!("<section id=\"{id}\">")), "{id}");
    }
    assert!(full.contains("<td>35.0 ("), "the score with its interval");
    assert!(!full.contains("id=\"attribution\"") && !full.contains("id=\"hypotheses\""));
    let lab = page(&lab::filled(report(), "tablut-linnaeus"), &context());
    for id in ["hypotheses", "attribution", "fairness"] {
        assert!(lab.contains(&format!("id=\"{id}\"")), "{id}");
    }
    for text in [
        "<th scope=\"row\">the whole difference</th><td>+20.0 (+10.0\u{a0}to\u{a0}+30.0)</td>",
        "<span>What the rules say</span>",
        "<td>+15.0 (0.0\u{a0}to\u{a0}+30.0)</td><td>–</td>",
        "<span>Ratings in Elo;",
    ] {
        assert!(lab.contains(text), "{text}");
    }
    let bare = page(&BalanceReport::new(Vec::new(), &Options::default()), &PageContext::default());
    assert!(bare.contains("No games were played."));
    assert!(!bare.contains("id=\"maps\""));
}

/// The page of rule sets with titles.
fn titled() -> String {
    let (report, context) = titles();
    page(&report, &context)
}

/// Rule sets with titles, played by agents that never learned and by two networks.
pub(super) fn titles() -> (BalanceReport, PageContext) {
    let network = |name: &str, strength: u32, hash: &str| {
        taught(name, strength, Experience::Network(hash.to_owned()))
    };
    let agents = [
        taught("random", 0, Experience::None),
        network("network:4@one", 1, "aaaaaaaa"),
        network("network:16@two", 2, "bbbbbbbb"),
        network("network:16@one", 3, "aaaaaaaa"),
    ];
    let cells =
        ["imperial-contest", "tablut-corner", "tablut-smith", "tablut-unibo"].map(|rules| {
            let cell = |agent: &AgentLabel| cell(rules, agent.clone(), games(40, 10, 0, 150));
            agents.iter().map(cell).collect::<Vec<_>>()
        });
    let report = BalanceReport::new(cells.concat(), &Options::default());
    let note = |name: &str, title: &str| RuleSetNote {
        name: name.to_owned(),
        title: title.to_owned(),
        ..RuleSetNote::default()
    };
    let context = PageContext {
        rule_sets: vec![
            note("imperial-contest", "Imperial Contest"),
            note("tablut-corner", "Tablut to the corners"),
        ],
        networks: vec![NetworkNote {
            agent: "network:16@one".to_owned(),
            name: "one".to_owned(),
            hash: "12345678".to_owned(),
            about: "a network of its own".to_owned(),
        }],
        ..PageContext::default()
    };
    (report, context)
}

/// A section of a page.
fn section<'a>(page: &'a str, id: &str) -> &'a str {
    let start = page.find(&format!("<section id=\"{id}\">")).expect("a section");
    page[start..].split("</section>").next().expect("its end")
}

#[test]
fn hypotheses_have_their_verdicts_and_figures() {
    let page = page(&lab::filled(report(), "tablut-linnaeus"), &context());
    let own = section(&page, "hypotheses");
    assert!(own.contains("<span class=\"badge open\">open</span>"));
    assert!(own.contains("points would have been found"), "{own}");
    assert!(own.contains("<td>40.0 (30.0\u{a0}to\u{a0}50.0)</td>"), "{own}");
}

#[test]
fn the_page_begins_with_the_verdicts_and_the_picture() {
    for page in [page(&many(2, 2), &PageContext::default()), titled()] {
        let sections: Vec<&str> = page.split("<section id=\"").skip(1).take(2).collect();
        assert!(sections[0].starts_with("findings\"") && sections[1].starts_with("strength\""));
        assert!(sections[0].contains("<li>") && !sections[0].contains("<table"), "only sentences");
    }
}

/// With several rule sets each verdict has its own small picture, and what is the same of all is said once.
#[test]
fn many_verdicts_have_a_picture_each() {
    let verdicts = |report: &BalanceReport| {
        section(&page(report, &PageContext::default()), "findings").to_owned()
    };
    assert!(!verdicts(&many(3, 2)).contains("class=\"scale\""));
    let alone = verdicts(&many(5, 2));
    assert_eq!(alone.matches("class=\"scale\"").count(), 5);
    let trained = |rules: &str| {
        ["a", "b", "c"].map(|training| {
            let experience = Experience::Network(training.to_owned());
            let agent = taught(&format!("network:4@{training}"), 1, experience);
            cell(rules, agent, games(20, 0, 0, 80))
        })
    };
    let cells = ["r1", "r2", "r3", "r4"].into_iter().flat_map(trained).collect();
    let trained = verdicts(&BalanceReport::new(cells, &Options::default()));
    assert_eq!(trained.matches("class=\"scale\"").count(), 4);
    assert_eq!(trained.matches("with 3 trainings at").count(), 1, "{trained}");
}

#[test]
fn rule_sets_are_called_by_their_titles() {
    let page = titled();
    let compared = section(&page, "compared");
    assert_eq!(compared.matches("imperial-contest").count(), 1, "in the table of rule sets");
    for id in ["findings", "strength", "results", "differences"] {
        let section = section(&page, id);
        assert!(
            section.contains("Imperial Contest") && !section.contains("imperial-contest"),
            "{id}"
        );
    }
    assert!(page.contains(">tablut-smith<"), "a rule set without a title keeps its name");
}

#[test]
fn the_figures_of_each_rule_set_have_a_row() {
    let page = titled();
    let findings = section(&page, "more");
    for head in ["attackers' score, network:16@two", "attackers' score, network:16@one"] {
        assert!(findings.contains(&format!("<th scope=\"col\">{head}</th>")), "{head}");
    }
    assert!(!findings.contains("score, network:4@one"), "only the strongest of each network");
    assert!(findings.contains("<th scope=\"row\">Imperial Contest</th><td>22.5 ("));
}

#[test]
fn agents_are_listed_with_their_networks() {
    let page = titled();
    let compared = section(&page, "compared");
    assert!(compared.contains("<td>one (12345678)</td>"));
    assert!(compared.contains("one: a network of its own."));
}

#[test]
fn each_network_has_its_own_line_of_agents() {
    let page = titled();
    let pictures = section(&page, "strength");
    let picture = pictures.split("<svg class=\"panel\"").nth(1).expect("a panel");
    let picture = picture.split("</svg>").next().expect("its end");
    assert_eq!(picture.matches("series s0 whole\"").count(), 1);
    assert_eq!(picture.matches("series s0 dashed\"").count(), 1);
    assert!(pictures.contains("<p class=\"panel-title\">Tablut to the corners</p>"));
}

#[test]
fn boards_that_look_alike_are_drawn_once() {
    let boards = [("tablut-linnaeus", "A"), ("tablut-unibo", "B"), ("tablut-linnaeus", "C")];
    let boards = boards.into_iter().map(|(name, rules)| board(name, rules)).collect();
    let page = page(&report(), &PageContext { boards, ..PageContext::default() });
    let compared = section(&page, "compared");
    assert_eq!(compared.matches("<figure class=\"board\">").count(), 2);
    assert!(compared.contains("<strong>A and C</strong>"));
    assert!(
        compared.contains("A tint marks the attackers' camps") && compared.contains("crescent")
    );
    assert!(!compared.contains("Crosses in the corners"), "only what is seen");
}

#[test]
fn the_page_is_the_same_every_time() {
    assert_eq!(page(&report(), &context()), page(&report(), &context()));
}

/// A report of so many rule sets, each played by `agents` agents with long names.
pub(super) fn many(rule_sets: usize, agents: usize) -> BalanceReport {
    let names: Vec<String> =
        (0..agents).map(|agent| format!("network:16@tafl9-{agent}-240-generations")).collect();
    let cells = (0..rule_sets).flat_map(|rules| {
        let cell = |(strength, name): (usize, &String)| {
            let games = games(20 + strength as u64, 0, 0, 20);
            cell(&format!("rules-{rules}"), agent(name, strength as u32), games)
        };
        names.iter().enumerate().map(cell).collect::<Vec<_>>()
    });
    BalanceReport::new(cells.collect(), &Options { resamples: 100, ..Options::default() })
}

#[test]
fn many_rows_become_small_multiples_and_tables_fold() {
    let (few, large) = (many(2, 5), many(3, 9));
    let [few, large] = [&few, &large].map(|report| page(report, &PageContext::default()));
    let figure = |page: &str| {
        let start = page.find("id=\"plot-results\"").expect("a figure");
        page[start..].split("</figure>").next().expect("its end").to_owned()
    };
    assert!(!figure(&few).contains("class=\"panel\""));
    assert!(figure(&few).contains("<summary>Results: 10 rows</summary>"), "{}", figure(&few));
    assert_eq!(figure(&large).matches("<svg class=\"panel\"").count(), 3, "one for each rule set");
    assert!(figure(&large).contains("<summary>Results: 27 rows</summary>"), "{}", figure(&large));
}

#[test]
fn names_in_pictures_are_never_cut_to_the_same() {
    let page = page(&many(3, 9), &PageContext::default());
    let panel = page.split("<svg class=\"panel\"").nth(1).expect("a panel");
    let panel = panel.split("</svg>").next().expect("its end");
    let names: Vec<&str> = panel
        .split("<text class=\"label\"")
        .skip(1)
        .filter_map(|text| text.split('>').nth(1)?.split('<').next())
        .filter(|name| name.ends_with("-240-generations") || name.starts_with("network"))
        .collect();
    let different: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!((names.len(), different.len()), (9, 9), "{names:?}");
    assert!(names.iter().all(|name| name.contains('…')), "{names:?}");
}
