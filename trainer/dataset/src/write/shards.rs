//! Tensors as archives of NumPy, some thousand positions each. Positions of one shape of board lie together.
//!
//! Which positions an archive has follows from the positions alone. Several archives are written at once, so memory and
//! time depend on the threads, and the files do not.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use imperial_data::{FileError, LoadedRules, NewFile, folder_of, make_folder};
use imperial_engine::{Choice, Encode, with_game};
use rayon::prelude::*;

use super::DataFile;
use super::npy::NamedArray;
use super::zip::write_archive;
use crate::split::Split;
use crate::tensors::EncodedPly;

/// Positions of an archive.
const SHARD_ROWS: usize = 1 << 13;
/// Memory of an archive's positions. One that has more is full, too.
const SHARD_BYTES: usize = 32 << 20;
/// Memory of all archives that are not full. Where they have more, the largest is written as it is.
const OPEN_BYTES: usize = 64 << 20;
/// Memory of the archives that are written at once. More of them would not be faster: all threads compress.
const READY_BYTES: usize = 48 << 20;

/// What an archive is of: a split, and a kind of board.
type Key = (Split, String);

/// The archives that are being written.
#[derive(Debug)]
pub(crate) struct Shards {
    out: PathBuf,
    open: BTreeMap<Key, Shard>,
    /// Archives of each kind so far.
    numbers: BTreeMap<Key, usize>,
    /// Closed, and to be written together, with their names.
    ready: Vec<(String, Split, Shard)>,
    written: Vec<DataFile>,
}

impl Shards {
    pub fn new(out: &Path) -> Self {
        let (open, numbers) = (BTreeMap::new(), BTreeMap::new());
        let (ready, written) = (Vec::new(), Vec::new());
        Self { out: out.to_owned(), open, numbers, ready, written }
    }

    /// Adds positions of a game.
    pub fn add(
        &mut self,
        split: Split,
        rules: &Arc<LoadedRules>,
        game_id: &str,
        plies: Vec<EncodedPly>,
    ) -> Result<(), FileError> {
        if plies.is_empty() {
            return Ok(());
        }
        let key = (split, with_game!(&rules.game, |game| kind(game)));
        let shard = self.open.entry(key.clone()).or_default();
        shard.bytes += plies.iter().map(EncodedPly::bytes).sum::<usize>();
        shard.add(rules, game_id, plies);
        if shard.rows() >= SHARD_ROWS || shard.bytes >= SHARD_BYTES {
            self.close(&key)?;
        }
        if self.open.values().map(|shard| shard.bytes).sum::<usize>() > OPEN_BYTES {
            let largest = self.open.iter().max_by_key(|(_, shard)| shard.bytes);
            if let Some(key) = largest.map(|(key, _)| key.clone()) {
                self.close(&key)?;
            }
        }
        Ok(())
    }

    /// Gives an archive its name. It is written with those before it, once there is work for all threads.
    fn close(&mut self, key: &Key) -> Result<(), FileError> {
        let Some(shard) = self.open.remove(key) else { return Ok(()) };
        let number = self.numbers.entry(key.clone()).or_default();
        let (split, kind) = key;
        let name = format!("tensors/{kind}/{}-{number:05}.npz", split.name());
        *number += 1;
        self.ready.push((name, *split, shard));
        let bytes: usize = self.ready.iter().map(|(.., shard)| shard.bytes).sum();
        let is_enough = self.ready.len() >= rayon::current_num_threads() || bytes >= READY_BYTES;
        if is_enough { self.write() } else { Ok(()) }
    }

    /// Writes what is ready, all of it at once.
    fn write(&mut self) -> Result<(), FileError> {
        let out = &self.out;
        let ready = std::mem::take(&mut self.ready).into_par_iter();
        let written = ready.map(|(name, split, shard)| write(out, name, split, shard));
        for file in written.collect::<Vec<_>>() {
            self.written.push(file?);
        }
        Ok(())
    }

    /// Writes what is left.
    pub fn finish(mut self) -> Result<Vec<DataFile>, FileError> {
        while let Some((key, _)) = self.open.first_key_value() {
            self.close(&key.clone())?;
        }
        self.write()?;
        self.written.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(self.written)
    }
}

/// Writes one archive.
fn write(out: &Path, name: String, split: Split, shard: Shard) -> Result<DataFile, FileError> {
    let (path, rows) = (out.join(&name), shard.rows() as u64);
    make_folder(folder_of(&path))?;
    let arrays = shard.arrays();
    drop(shard);
    let write = || -> io::Result<(u64, String)> {
        let mut file = NewFile::create(&path)?;
        write_archive(&mut file, &arrays)?;
        file.commit()
    };
    let (bytes, sha256) = write().map_err(FileError::on("write", &path))?;
    Ok(DataFile { name, split, rows, bytes, sha256 })
}

/// The folder of a game's tensors: its family and board.
fn kind(game: &impl Encode) -> String {
    let board = game.board();
    format!("{}-{}x{}", game.family(), board.width, board.height)
}

/// Positions that will lie in one archive.
#[derive(Debug, Default)]
struct Shard {
    rules: Vec<Arc<LoadedRules>>,
    game_ids: Vec<String>,
    /// Place of each position's rule set and game in these lists.
    rule_places: Vec<u16>,
    game_places: Vec<u32>,
    plies: Vec<EncodedPly>,
    /// Memory of the positions.
    bytes: usize,
}

impl Shard {
    fn rows(&self) -> usize {
        self.plies.len()
    }

    fn add(&mut self, rules: &Arc<LoadedRules>, game_id: &str, plies: Vec<EncodedPly>) {
        let is_known = |known: &Arc<LoadedRules>| {
            known.hash == rules.hash && known.game.name() == rules.game.name()
        };
        let place = self.rules.iter().position(is_known).unwrap_or_else(|| {
            self.rules.push(Arc::clone(rules));
            self.rules.len() - 1
        });
        let game = self.game_ids.len() as u32;
        self.game_ids.push(game_id.to_owned());
        self.rule_places.resize(self.rows() + plies.len(), place as u16);
        self.game_places.resize(self.rows() + plies.len(), game);
        self.plies.extend(plies);
    }

    /// A list of all positions, one behind the other.
    fn joined<T: Copy>(&self, list: impl Fn(&EncodedPly) -> &Vec<T>) -> Vec<T> {
        self.plies.iter().map(|ply| list(ply).as_slice()).collect::<Vec<_>>().concat()
    }

    /// What the archive holds; `docs/tensors.md` documents every array.
    fn arrays(&self) -> Vec<NamedArray> {
        let mut arrays = with_game!(&self.rules[0].game, |game| self.boards(game));
        arrays.extend(self.rule_sets());
        arrays.extend(self.moves());
        arrays.extend(self.targets());
        arrays
    }

    fn boards(&self, game: &impl Encode) -> Vec<NamedArray> {
        let (board, planes) = (game.board(), game.planes());
        let bytes = board.squares().div_ceil(8);
        let bits = self.joined(|ply| &ply.bits);
        let scales = self.joined(|ply| &ply.scales);
        vec![
            NamedArray::new("planes", &[self.rows(), planes.len(), bytes], &bits),
            NamedArray::new("plane_scales", &[self.rows(), planes.len()], &scales),
            NamedArray::of_texts("plane_names", planes),
            NamedArray::new("board", &[2], &[board.height as i64, board.width as i64]),
            NamedArray::of_texts("rule_vector_names", game.rule_names()),
        ]
    }

    fn rule_sets(&self) -> Vec<NamedArray> {
        let (mut names, mut hashes, mut vectors) = (Vec::new(), Vec::new(), Vec::new());
        let (mut offsets, mut symmetries) = (vec![0], Vec::new());
        let (mut length, mut squares) = (0, 1);
        for rules in &self.rules {
            names.push(rules.game.name());
            hashes.push(&rules.hash);
            let (vector, turns) =
                with_game!(&rules.game, |game| (game.rule_vector(), game.symmetries()));
            (length, squares) = (vector.len(), turns[0].len());
            vectors.extend(vector);
            symmetries.extend(turns.into_iter().flatten());
            offsets.push((symmetries.len() / squares) as i64);
        }
        vec![
            NamedArray::of_texts("rule_names", &names),
            NamedArray::of_texts("rule_hashes", &hashes),
            NamedArray::new("rule_vectors", &[names.len(), length], &vectors),
            NamedArray::new("symmetry_offsets", &[offsets.len()], &offsets),
            NamedArray::new("symmetries", &[symmetries.len() / squares, squares], &symmetries),
        ]
    }

    fn moves(&self) -> Vec<NamedArray> {
        let ends = self.plies.iter().scan(0, |end, ply| {
            *end += ply.moves.len() as i64;
            Some(*end)
        });
        let offsets: Vec<i64> = std::iter::once(0).chain(ends).collect();
        let moves = self.joined(|ply| &ply.moves);
        let from: Vec<u16> = moves.iter().map(|mv| mv.from).collect();
        let to: Vec<u16> = moves.iter().map(|mv| mv.to).collect();
        let words = with_game!(&self.rules[0].game, |game| Choice::words(game));
        let mut choice = Vec::with_capacity(moves.len());
        let mut victims: Vec<u64> = Vec::with_capacity(words * moves.len());
        for mv in &moves {
            let (number, squares) = mv.choice.numbers();
            choice.push(number);
            victims.extend_from_slice(&squares[..words]);
        }
        let of_victims = if words == 1 { vec![from.len()] } else { vec![from.len(), words] };
        let policy = self.joined(|ply| &ply.policy);
        let visits = self.joined(|ply| &ply.visits);
        let all = [from.len()];
        vec![
            NamedArray::new("move_offsets", &[offsets.len()], &offsets),
            NamedArray::new("move_from", &all, &from),
            NamedArray::new("move_to", &all, &to),
            NamedArray::new("move_choice", &all, &choice),
            NamedArray::new("move_victims", &of_victims, &victims),
            NamedArray::new("policy", &all, &policy),
            NamedArray::new("visits", &all, &visits),
        ]
    }

    fn targets(&self) -> Vec<NamedArray> {
        fn column<T: super::npy::Element>(
            shard: &Shard,
            name: &'static str,
            value: impl Fn(&EncodedPly) -> T,
        ) -> NamedArray {
            let values: Vec<T> = shard.plies.iter().map(value).collect();
            NamedArray::new(name, &[values.len()], &values)
        }
        vec![
            column(self, "played", |ply| ply.played),
            column(self, "search", |ply| ply.search),
            column(self, "in_opening", |ply| ply.in_opening),
            column(self, "sampled", |ply| ply.sampled),
            column(self, "attackers_to_move", |ply| ply.attackers_to_move),
            column(self, "result", |ply| ply.result),
            column(self, "z", |ply| ply.z),
            column(self, "absolute_value", |ply| ply.absolute_value),
            column(self, "root_value", |ply| ply.root_value),
            column(self, "plies_left", |ply| ply.plies_left),
            column(self, "ply", |ply| ply.ply),
            NamedArray::new("rules", &[self.rows()], &self.rule_places),
            NamedArray::new("game", &[self.rows()], &self.game_places),
            NamedArray::of_texts("game_ids", &self.game_ids),
        ]
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::load_all;
    use imperial_engine::catalog;
    use imperial_engine::{Action, Choice};

    use super::*;

    /// A position of a board, with so many moves that few fit into memory.
    fn ply(rules: &LoadedRules, moves: usize) -> EncodedPly {
        let (planes, bytes) = with_game!(&rules.game, |game| (
            game.planes().len(),
            game.board().squares().div_ceil(8)
        ));
        EncodedPly {
            bits: vec![0; planes * bytes],
            scales: vec![0.0; planes],
            moves: vec![Action { from: 0, to: 1, choice: Choice::Plain }; moves],
            policy: vec![0.0; moves],
            visits: vec![0; moves],
            ..EncodedPly::default()
        }
    }

    #[test]
    fn many_kinds_of_boards_share_the_memory() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut shards = Shards::new(folder.path());
        let names: Vec<String> = catalog::names().map(str::to_owned).collect();
        let mut games = 0;
        for rules in load_all(&names).expect("embedded").into_iter().map(Arc::new) {
            let id = format!("{games:016x}");
            shards.add(Split::Train, &rules, &id, vec![ply(&rules, 60_000)]).expect("written");
            games += 1;
            let held: usize = shards.open.values().map(|shard| shard.bytes).sum();
            assert!(held <= OPEN_BYTES, "{held} bytes");
        }
        let files = shards.finish().expect("written");
        assert_eq!(files.iter().map(|file| file.rows).sum::<u64>(), games);
        let names: Vec<&String> = files.iter().map(|file| &file.name).collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]), "{names:?}");
    }
}
