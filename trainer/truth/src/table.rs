//! Exact values in a file: `imperial solve` writes it, `play` and `analyse` use it.
//!
//! The first line names the format, the second is a JSON object: the rule set's name and hash, the number of
//! positions, and the SHA-256 of what follows. That is, little-endian, the number of every position in
//! ascending order (16 bytes each), and then for each of them 2 bytes: four times the plies to the end, plus
//! 0 for a draw, 1 where the attackers win, 2 where the defenders do.

use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use imperial_data::{Damaged, LoadedRules, read_file, sha256, write_atomically};
use imperial_engine::{Encode, Game, Side};
use serde::{Deserialize, Serialize};

use crate::keys::Keys;
use crate::retrograde::{Exact, Retrograde};

/// The first line of a table.
pub const FORMAT: &str = "imperial-table 1";

/// Bytes of a position's number, and of its value.
const KEY: usize = size_of::<u128>();
const VALUE: usize = size_of::<u16>();

/// What the second line says.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    rules: String,
    rules_hash: String,
    positions: usize,
    sha256: String,
}

/// The exact values of all positions of a rule set.
#[derive(Debug)]
pub struct Table {
    keys: Keys,
    /// Numbers of positions in ascending order, little-endian, and then their values.
    bytes: Vec<u8>,
    positions: usize,
}

impl Table {
    /// Writes what was solved.
    ///
    /// # Errors
    /// When a game takes longer than the format can say, or the file cannot be written.
    pub fn write(solved: &Retrograde, rules: &LoadedRules, file: &Path) -> anyhow::Result<()> {
        let all = solved.numbered();
        let mut body: Vec<u8> = all.iter().flat_map(|(key, _)| key.to_le_bytes()).collect();
        for (_, exact) in &all {
            ensure!(exact.plies < 1 << 14, "a game of {} plies is too long", exact.plies);
            body.extend((exact.code() as u16).to_le_bytes());
        }
        let head = Head {
            rules: rules.game.name().to_owned(),
            rules_hash: rules.hash.clone(),
            positions: all.len(),
            sha256: sha256(&body),
        };
        let mut content = format!("{FORMAT}\n{}\n", serde_json::to_string(&head)?).into_bytes();
        content.extend(body);
        Ok(write_atomically(file, &content)?)
    }

    /// Reads the table of `rules`, compiled as `game`.
    ///
    /// # Errors
    /// When the file cannot be read, is no table or damaged, or belongs to other rules.
    pub fn read<G: Encode>(game: &G, rules: &LoadedRules, file: &Path) -> anyhow::Result<Self> {
        let bytes = read_file(file).with_context(|| format!("cannot read `{}`", file.display()))?;
        let wrong = || format!("`{}` is no table of `imperial solve`", file.display());
        let mut lines = bytes.splitn(3, |byte| *byte == b'\n');
        let first = lines.next().filter(|line| *line == FORMAT.as_bytes());
        let (Some(_), Some(head), Some(body)) = (first, lines.next(), lines.next()) else {
            bail!(wrong());
        };
        let head: Head = serde_json::from_slice(head).with_context(wrong)?;
        if head.rules_hash != rules.hash {
            let (one, other) = (&head.rules, rules.game.name());
            bail!("`{}` was solved under `{one}`, not under this `{other}`", file.display());
        }
        let size = head.positions.checked_mul(KEY + VALUE);
        if size != Some(body.len()) || head.sha256 != sha256(body) {
            return Err(Damaged::new(file, "solve the game again").into());
        }
        Ok(Self { keys: Keys::new(game)?, bytes: body.to_vec(), positions: head.positions })
    }

    /// The value of a position whose past does not matter; `None` where it was not solved.
    pub fn value<G: Encode>(&self, game: &G, position: &G::Position) -> Option<Exact> {
        let wanted = self.keys.of(game, position);
        let key = |place: usize| {
            let bytes = self.bytes[place * KEY..][..KEY].try_into().unwrap_or_default();
            u128::from_le_bytes(bytes)
        };
        // The first place whose number is not less (binary search).
        let (mut low, mut high) = (0, self.positions);
        while low < high {
            let middle = usize::midpoint(low, high);
            if key(middle) < wanted { low = middle + 1 } else { high = middle }
        }
        if low == self.positions || key(low) != wanted {
            return None;
        }
        let at = self.positions * KEY + low * VALUE;
        let code = u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]);
        let winner = match code & 3 {
            1 => Some(Side::Attackers),
            2 => Some(Side::Defenders),
            _ => None,
        };
        Some(Exact { winner, plies: code >> 2 })
    }

    /// The legal moves with the values of what comes after them, the best of the side to move first: who wins
    /// hurries, who loses holds out. Moves into positions that were not solved are left out.
    pub fn moves<G: Encode>(&self, game: &G, position: &G::Position) -> Vec<(G::Move, Exact)> {
        let mover = game.side_to_move(position);
        let mut next = position.clone();
        let mut value = |mv: G::Move| {
            next.clone_from(position);
            game.play(&mut next, mv);
            self.value(game, &next).map(|exact| (mv, exact))
        };
        let moves = Game::moves(game, position);
        let mut moves: Vec<_> = moves.into_iter().filter_map(&mut value).collect();
        moves.sort_by_key(|(_, exact)| worth(*exact, mover));
        moves
    }
}

/// Less for what is better for `side`.
fn worth(exact: Exact, side: Side) -> i32 {
    let plies = i32::from(exact.plies);
    match exact.winner {
        Some(winner) if winner == side => plies - i32::from(u16::MAX),
        Some(_) => i32::from(u16::MAX) - plies,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::load_rules;
    use imperial_engine::games::tic_tac_toe::TicTacToe;

    use super::*;

    fn written() -> (tempfile::TempDir, std::path::PathBuf, LoadedRules) {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("toe.table");
        let rules = load_rules("tic-tac-toe").expect("embedded");
        let solved = Retrograde::solve(&TicTacToe).expect("a small game");
        Table::write(&solved, &rules, &file).expect("it is written");
        (folder, file, rules)
    }

    #[test]
    fn what_is_written_is_read() {
        let (_folder, file, rules) = written();
        let table = Table::read(&TicTacToe, &rules, &file).expect("a table");
        let solved = Retrograde::solve(&TicTacToe).expect("a small game");
        for (text, exact) in solved.positions() {
            let position = TicTacToe.parse_position(text).expect(text);
            assert_eq!(table.value(&TicTacToe, &position), Some(exact), "{text}");
        }
        let position = TicTacToe.parse_position("xx./oo./...").expect("a position");
        let (mv, exact) = table.moves(&TicTacToe, &position)[0];
        assert_eq!(TicTacToe.format_move(&position, mv), "c3");
        assert_eq!(exact, Exact { winner: Some(Side::Attackers), plies: 0 });
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let (_folder, file, rules) = written();
        let error = |rules: &LoadedRules| {
            Table::read(&TicTacToe, rules, &file).expect_err("refused").to_string()
        };
        let other = load_rules("connect-four").expect("embedded");
        assert!(error(&other).contains("was solved under `tic-tac-toe`"));
        let mut bytes = std::fs::read(&file).expect("the table");
        *bytes.last_mut().expect("a byte") ^= 1;
        std::fs::write(&file, &bytes).expect("written");
        assert!(error(&rules).contains("is damaged"));
        std::fs::write(&file, "imperial-table 9\n{}\n").expect("written");
        assert!(error(&rules).contains("is no table"));
    }
}
