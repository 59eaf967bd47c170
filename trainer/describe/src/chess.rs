//! A rule set of chess in sentences.

use imperial_engine::games::chess::{ChessRules, PawnTakes, Piece, Ways};
use imperial_engine::games::rule_text::Stuck;

use super::shared::{capital, first_to_move, limits};

/// The laws of a rule set of chess, one sentence each. Switches that do nothing are left out.
pub(super) fn sentences(rules: &ChessRules) -> Vec<String> {
    let mut laws = vec![first_to_move(rules.first, &rules.sides)];
    laws.extend(rules.pieces.iter().filter(|piece| !piece.pawn).map(goes));
    laws.extend(rules.pieces.iter().filter(|piece| piece.pawn).map(|pawn| pawns(rules, pawn)));
    laws.extend(royal(rules));
    laws.extend(castling(rules));
    laws.extend(promotion(rules));
    laws.extend(rules.replacement.iter().filter_map(|lists| replacement(lists)));
    laws.extend(together(rules));
    laws.extend(succession(rules));
    laws.extend(imperials(rules));
    laws.push(stuck(rules));
    laws.push(format!(
        "The game is drawn when a position occurs {} times.",
        rules.repetition.count
    ));
    laws.push(limits(rules.quiet_limit, rules.ply_limit, &events(rules)));
    laws
}

/// The names of some kinds: `pawn`, `maharajah or king`.
fn names(rules: &ChessRules, is_meant: fn(&Piece) -> bool) -> String {
    let meant = rules.pieces.iter().filter(|piece| is_meant(piece));
    meant.map(|piece| piece.name.as_str()).collect::<Vec<_>>().join(" or ")
}

/// How a piece that is no pawn goes.
fn goes(piece: &Piece) -> String {
    let mut ways = Vec::new();
    if !piece.slides.is_empty() {
        ways.push(format!("slides {}", along(&piece.slides)));
    }
    if !piece.leaps.is_empty() {
        let leaps = piece.leaps.iter().map(|[one, other]| format!("{one} by {other}"));
        ways.push(format!("leaps {} squares", leaps.collect::<Vec<_>>().join(", ")));
    }
    if piece.walk > 0 {
        let steps = if piece.walk == 1 { "step" } else { "steps" };
        ways.push(format!("walks {} {steps} {}", piece.walk, along(&piece.walk_ways)));
    }
    let takes = if piece.takes || ways.is_empty() { "" } else { " and takes nothing so" };
    let goes = ways.join(", or ") + takes;
    let shots = shots(piece.shoots);
    let ways = match (goes.is_empty(), shots.is_empty()) {
        (true, _) => shots,
        (_, true) => goes,
        (false, false) => format!("{goes}; it {shots}"),
    };
    format!("{} ({}): {ways}.", capital(&piece.name), piece.letter)
}

fn shots(far: u32) -> String {
    let squares = match far {
        0 => return String::new(),
        1 => "1 square".to_owned(),
        far => format!("up to {far} squares"),
    };
    format!(
        "takes an enemy {squares} away in one of eight directions, over any pieces, and stays where it is"
    )
}

fn along(ways: &[Ways]) -> &'static str {
    match (ways.contains(&Ways::Orthogonal), ways.contains(&Ways::Diagonal)) {
        (true, true) => "in all directions",
        (false, true) => "along diagonals",
        _ => "along ranks and files",
    }
}

fn pawns(rules: &ChessRules, pawn: &Piece) -> String {
    let far = match rules.pawn_first {
        1 => String::new(),
        far => format!(", up to {far} from its side's rank {}", rules.pawn_rank),
    };
    let ahead = rules.pawn_takes.contains(&PawnTakes::Ahead);
    let takes = match (rules.pawn_takes.contains(&PawnTakes::Diagonal), ahead) {
        (true, true) => "takes diagonally or straight ahead",
        (true, false) => "takes diagonally ahead",
        (false, true) => "takes straight ahead",
        (false, false) => "takes nothing",
    };
    // Who goes one square passes none.
    let passing = match rules.in_passing && rules.pawn_first > 1 {
        true => {
            let pawn = names(rules, |piece| piece.pawn);
            format!(", also an enemy {pawn} on squares that it has just passed")
        }
        false => String::new(),
    };
    format!("{} ({}): one square ahead{far}; {takes}{passing}.", capital(&pawn.name), pawn.letter)
}

fn royal(rules: &ChessRules) -> Option<String> {
    let royal = names(rules, |piece| piece.royal);
    let law =
        || format!("The {royal} must not be left in check; a side loses when it cannot be saved.");
    (!royal.is_empty()).then(law)
}

fn castling(rules: &ChessRules) -> Option<String> {
    let law = || {
        format!(
            "Castling, where both pieces have not moved, nothing stands between them and the {} passes no \
             attacked square: {}.",
            names(rules, |piece| piece.royal),
            rules.castling.join(", ")
        )
    };
    (!rules.castling.is_empty()).then(law)
}

fn promotion(rules: &ChessRules) -> Option<String> {
    let pawn = names(rules, |piece| piece.pawn);
    if pawn.is_empty() {
        return None;
    }
    if !rules.promotes_to.is_empty() {
        return Some(format!(
            "Each {pawn} becomes a lost piece on the last rank ({}), and may not go there without one.",
            letters(&rules.promotes_to)
        ));
    }
    let law = || format!("Each {pawn} that comes to the last rank stays there.");
    rules.replacement.is_empty().then(law)
}

fn replacement(lists: &str) -> Option<String> {
    let (who, what) = lists.split_once(' ')?;
    Some(format!(
        "{} that reaches the last rank may bring back a lost piece there ({}) and go home.",
        capital(&any(who)),
        letters(what)
    ))
}

/// What several pieces do in one turn.
fn together(rules: &ChessRules) -> Vec<String> {
    let mut laws = Vec::new();
    if rules.hitching {
        let named = |is_meant: fn(&Piece) -> bool| {
            let meant = rules.pieces.iter().filter(|piece| is_meant(piece));
            any(&meant.map(|piece| piece.letter).collect::<String>())
        };
        laws.push(format!(
            "{} beside, before or behind {} may go along and keep its place.",
            capital(&named(|piece| piece.rides)),
            named(|piece| piece.carries)
        ));
    }
    if rules.deployment {
        laws.push("A rank full of own pieces may advance into an empty one.".to_owned());
    }
    if rules.charge > 0 {
        laws.push(format!(
            "A side may charge when at least {} of its pieces can capture: one piece of each file moves, files \
             in order.",
            rules.charge
        ));
    }
    laws
}

fn succession(rules: &ChessRules) -> Option<String> {
    let law = rules.succession.as_ref()?;
    let home = match law.home {
        1 => "home rank".to_owned(),
        ranks => format!("{ranks} home ranks"),
    };
    Some(format!(
        "Where {0} is lost, {1} that comes from its {home} to stand beside {2} becomes {0}.",
        law.crown,
        any(&law.heirs),
        law.regent
    ))
}

fn imperials(rules: &ChessRules) -> Option<String> {
    let law =
        |none: &str| format!("A side loses when it has {none} {}.", letters(&rules.imperials));
    match rules.imperials.len() {
        0 => None,
        1 => Some(law("no")),
        _ => Some(law("none of")),
    }
}

/// Without a royal piece nobody is in check.
fn stuck(rules: &ChessRules) -> String {
    match (rules.stuck, rules.pieces.iter().any(|piece| piece.royal)) {
        (Stuck::Loss, _) => "The side to move loses when it has no legal move.",
        (Stuck::Draw, false) => "The game is drawn when the side to move has no legal move.",
        (Stuck::Draw, true) => {
            "The game is drawn when the side to move has no legal move and is not in check."
        }
    }
    .to_owned()
}

/// What begins the time anew after which a game is drawn.
fn events(rules: &ChessRules) -> String {
    let pawn = names(rules, |piece| piece.pawn);
    let pawns = (!pawn.is_empty()).then(|| format!("any {pawn}'s move"));
    let replacement = (!rules.replacement.is_empty()).then(|| "a replacement".to_owned());
    match (pawns, replacement) {
        (Some(moves), Some(replacement)) => format!("a capture, {moves} or {replacement}"),
        (Some(other), None) | (None, Some(other)) => format!("a capture or {other}"),
        (None, None) => "a capture".to_owned(),
    }
}

/// Any piece of some kinds, by their letters: `any P`, `any of Q, P`.
fn any(kinds: &str) -> String {
    let of = if kinds.len() == 1 { "" } else { "of " };
    format!("any {of}{}", letters(kinds))
}

fn letters(text: &str) -> String {
    text.chars().map(String::from).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog;

    use super::*;

    /// The laws of a rule set with some of its text written otherwise.
    fn changed(name: &str, changes: &[(&str, &str)]) -> String {
        let text = catalog::text(name).expect(name).to_owned();
        let text = changes.iter().fold(text, |text, (old, new)| {
            assert!(text.contains(old), "{old}");
            text.replace(old, new)
        });
        sentences(&ChessRules::from_toml(&text).expect(name)).join(" ")
    }

    #[test]
    fn pieces_are_called_as_the_file_calls_them() {
        let names =
            [("name = \"pawn\"", "name = \"serf\""), ("name = \"king\"", "name = \"chief\"")];
        let text = changed("emperors-game", &names);
        for expected in [
            "also an enemy serf on squares",
            "the chief passes no attacked square",
            "Each serf becomes a lost piece",
            "100 plies without a capture or any serf's move are a draw",
            "no legal move and is not in check",
        ] {
            assert!(text.contains(expected), "{expected}: {text}");
        }
        assert!(!text.contains("pawn") && !text.contains("king"), "{text}");
        let stuck = [("stuck = \"loss\"", "stuck = \"draw\"")];
        assert!(!changed("imperial-chess", &stuck).contains("check"));
    }

    #[test]
    fn one_is_no_more_than_one() {
        let cannon = "royal = true\n[[pieces]]\nletter = \"C\"\nname = \"cannon\"\nshoots = 1\n";
        let text = changed(
            "emperors-game",
            &[
                ("pawn_first = 3", "pawn_first = 1"),
                ("quiet_limit = 100", "quiet_limit = 1"),
                ("royal = true", cannon),
            ],
        );
        assert!(text.contains("Cannon (C): takes an enemy 1 square away in one of"), "{text}");
        assert!(text.contains("any pawn's move is a draw") && !text.contains("passed"), "{text}");
        let one = [("imperials = \"EMIJ\"", "imperials = \"E\""), ("charge = 6", "charge = 1")];
        let text = changed("imperial-chess", &one);
        assert!(text.contains("has no E."), "{text}");
        assert!(text.contains("at least 1 of its pieces can capture"), "{text}");
    }

    #[test]
    fn laws_say_what_the_switches_do() {
        let laws = |name: &str| {
            let rules = ChessRules::from_toml(catalog::text(name).expect(name)).expect(name);
            sentences(&rules).join(" ")
        };
        let text = laws("emperors-game");
        assert!(
            text.starts_with("First to move: White. Knight (N): leaps 1 by 2 squares."),
            "{text}"
        );
        assert!(text.contains("Adjutant (A): slides along diagonals, or leaps 1 by 2"), "{text}");
        assert!(
            text.contains("up to 3 from its side's rank 2") && text.contains("passed"),
            "{text}"
        );
        assert!(text.contains("becomes a lost piece") && text.contains("e1-b1 a1-c1"), "{text}");
        let text = laws("maharajah");
        assert!(text.contains("maharajah or king must not be left in check"), "{text}");
        assert!(text.contains("stays there") && !text.contains("Castling"), "{text}");
        let text = laws("imperial-chess");
        assert!(
            text.contains(
                "; it takes an enemy up to 4 squares away in one of eight directions, over any pieces"
            ),
            "{text}"
        );
        assert!(text.contains("may charge") && text.contains("none of E, M, I, J"), "{text}");
        let text = laws("imperial-chess-single");
        assert!(!text.contains("charge") && text.contains("bring back"), "{text}");
    }
}
