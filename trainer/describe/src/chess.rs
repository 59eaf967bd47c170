//! A rule set of chess in sentences.

use imperial_engine::games::chess::{ChessRules, PawnTakes, Piece, Ways};
use imperial_engine::games::rule_text::Stuck;

use super::shared::first_to_move;

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
    laws.push(match rules.stuck {
        Stuck::Loss => "The side to move loses when it has no legal move.".to_owned(),
        Stuck::Draw => {
            "The game is drawn when the side to move has no legal move and is not in check."
                .to_owned()
        }
    });
    laws.push(format!(
        "The game is drawn when a position occurs {} times.",
        rules.repetition.count
    ));
    laws.push(limits(rules));
    laws
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
    let takes = if piece.takes { "" } else { " and takes nothing so" };
    let shoots = match piece.shoots {
        0 => String::new(),
        far => format!("; it takes enemies up to {far} squares away without moving"),
    };
    format!("{} ({}): {}{takes}{shoots}.", capital(&piece.name), piece.letter, ways.join(", or "))
}

fn along(ways: &[Ways]) -> &'static str {
    match (ways.contains(&Ways::Orthogonal), ways.contains(&Ways::Diagonal)) {
        (true, true) => "in all directions",
        (false, true) => "along diagonals",
        _ => "along ranks and files",
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
    let passing = match rules.in_passing {
        true => ", also a pawn on squares that it has just passed",
        false => "",
    };
    format!("{} ({}): one square ahead{far}; {takes}{passing}.", capital(&pawn.name), pawn.letter)
}

fn royal(rules: &ChessRules) -> Option<String> {
    let royal: Vec<&str> =
        rules.pieces.iter().filter(|piece| piece.royal).map(|piece| piece.name.as_str()).collect();
    let law = || {
        format!(
            "The {} must not be left in check; a side loses when it cannot be saved.",
            royal.join(" or ")
        )
    };
    (!royal.is_empty()).then(law)
}

fn castling(rules: &ChessRules) -> Option<String> {
    let law = || {
        format!(
            "Castling, where both pieces have not moved, nothing stands between them and the king passes no \
             attacked square: {}.",
            rules.castling.join(", ")
        )
    };
    (!rules.castling.is_empty()).then(law)
}

fn promotion(rules: &ChessRules) -> Option<String> {
    let has_pawns = rules.pieces.iter().any(|piece| piece.pawn);
    if !rules.promotes_to.is_empty() {
        return Some(format!(
            "A pawn becomes a lost piece on the last rank ({}), and may not go there without one.",
            letters(&rules.promotes_to)
        ));
    }
    let law = "A pawn on the last rank stays there.".to_owned();
    (has_pawns && rules.replacement.is_empty()).then_some(law)
}

fn replacement(lists: &str) -> Option<String> {
    let (who, what) = lists.split_once(' ')?;
    Some(format!(
        "{} that reaches the last rank may bring back a lost piece there ({}) and go home.",
        letters(who),
        letters(what)
    ))
}

/// What several pieces do in one turn.
fn together(rules: &ChessRules) -> Vec<String> {
    let mut laws = Vec::new();
    if rules.hitching {
        let named = |is_meant: fn(&Piece) -> bool| {
            let meant = rules.pieces.iter().filter(|piece| is_meant(piece));
            meant.map(|piece| piece.letter.to_string()).collect::<Vec<_>>().join(", ")
        };
        laws.push(format!(
            "One of {} beside, before or behind one of {} may go along and keep its place.",
            named(|piece| piece.rides),
            named(|piece| piece.carries)
        ));
    }
    if rules.deployment {
        laws.push("A rank full of own pieces may advance into an empty one.".to_owned());
    }
    if rules.charge > 0 {
        laws.push(format!(
            "A side of whose pieces {} can capture may charge: one piece of each file moves, files in order.",
            rules.charge
        ));
    }
    laws
}

fn succession(rules: &ChessRules) -> Option<String> {
    let law = rules.succession.as_ref()?;
    Some(format!(
        "Where {} is lost, one of {} that comes from its {} home ranks to stand beside {} becomes {}.",
        law.crown,
        letters(&law.heirs),
        law.home,
        law.regent,
        law.crown
    ))
}

fn imperials(rules: &ChessRules) -> Option<String> {
    let law = || format!("A side loses when it has none of {}.", letters(&rules.imperials));
    (!rules.imperials.is_empty()).then(law)
}

fn letters(text: &str) -> String {
    text.chars().map(String::from).collect::<Vec<_>>().join(", ")
}

fn limits(rules: &ChessRules) -> String {
    let cut = format!("a game is cut off after {} plies", rules.ply_limit);
    match rules.quiet_limit {
        None => format!("For programs, {cut}."),
        Some(quiet) => format!(
            "{quiet} plies without a capture or a pawn's move are a draw; for programs, {cut}."
        ),
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog;

    use super::*;

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
        assert!(text.contains("up to 4 squares away without moving"), "{text}");
        assert!(text.contains("may charge") && text.contains("none of E, M, I, J"), "{text}");
        let text = laws("imperial-chess-single");
        assert!(!text.contains("charge") && text.contains("bring back"), "{text}");
    }
}
