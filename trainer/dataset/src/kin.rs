//! Games that begin within others, as some games of a training do: they belong to the same split, or else a position that
//! was played to learn from would be judged by, too.
//!
//! Records name no parent, so it is found by its moves, in two passes over all games before any is written. The first
//! notes where games may have left others, the second who has been there. So the order of games does not count, and
//! memory grows with the games that begin within others alone.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use imperial_data::export::{ExportError, FoundGame, Incomplete, Source, for_each_batch};
use imperial_data::{GameRecord, RecordError, make_canonical};
use imperial_engine::{Encode, with_game};

use crate::ids::Ids;
use crate::jobs::{Branch, Jobs};
use crate::rows::start;

/// A game among others: the plies of its opening, and the key of its moves. The least one leads its kin, so it is one
/// that began at the start, if there is any.
type Member = (u32, u64);

/// The lines at whose ends games may have left others, numbered, by their hashes.
#[derive(Debug, Default)]
pub(crate) struct Ends {
    numbers: HashMap<u64, u32>,
}

impl Ends {
    /// Those of all games of `sources`.
    ///
    /// # Errors
    /// When a game cannot be read. One that is not true is passed over.
    pub fn find(
        sources: &[Source],
        jobs: &[Jobs],
        incomplete: Incomplete,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, ExportError> {
        let mut ends = Self::default();
        let work = |mut game: FoundGame<'_>| {
            let Some(branch) = branch(jobs, &game) else { return Ok(Vec::new()) };
            Ok(Lines::of(&mut game).map_or_else(Vec::new, |lines| lines.ends(&branch)))
        };
        let visit = |lines: Vec<Vec<u64>>| {
            lines.into_iter().flatten().for_each(|line| ends.add(line));
            Ok::<_, ExportError>(())
        };
        for_each_batch(sources, incomplete, progress, work, visit)?;
        Ok(ends)
    }

    fn add(&mut self, line: u64) {
        let next = self.numbers.len() as u32;
        self.numbers.entry(line).or_insert(next);
    }

    /// What a game has to do with them, if anything; `opening` is how many plies that has.
    fn meet(&self, lines: &Lines, branch: Option<&Branch>, opening: usize) -> Option<Met> {
        let number = |(line, ply): (&u64, usize)| Some((ply, *self.numbers.get(line)?));
        let mut met: Vec<_> = lines.after.iter().zip(1..).filter_map(number).collect();
        let at = met.iter().take_while(|(ply, _)| *ply <= opening).count();
        let played = met.split_off(at).into_iter().map(|(_, end)| end).collect();
        let along = branch.filter(|branch| branch.is_sure).map_or(0, |branch| {
            met.iter().take_while(|(ply, _)| ply <= branch.plies.start()).count()
        });
        let begun = met.into_iter().map(|(_, end)| end).collect();
        let met = Met { begun, played, along, is_branch: branch.is_some() };
        (!met.begun.is_empty() || !met.played.is_empty()).then_some(met)
    }
}

/// Where a game may have left another.
fn branch(jobs: &[Jobs], game: &FoundGame<'_>) -> Option<Branch> {
    jobs.get(game.source.number)?.branch(&game.record)
}

/// A hash of what a game has come to, after each of its plies.
#[derive(Debug)]
struct Lines {
    start: String,
    after: Vec<u64>,
}

impl Lines {
    /// Those of a game. One that is not true has none, which is said where its rows are made.
    fn of(found: &mut FoundGame<'_>) -> Option<Self> {
        let rules = Arc::clone(&found.rules);
        with_game!(&rules.game, |game| Self::of_record(game, &mut found.record)).ok()
    }

    fn of_record<G: Encode>(game: &G, record: &mut GameRecord) -> Result<Self, RecordError> {
        // Games of the same moves are the same, however somebody wrote them.
        make_canonical(game, record)?;
        Ok(Self::after(record, start(game, record)?))
    }

    /// Those of a game that starts from the position `start`.
    fn after(record: &GameRecord, start: String) -> Self {
        let mut hasher = DefaultHasher::new();
        (&record.rules_hash, record.first.name(), &start).hash(&mut hasher);
        let after = |ply: &imperial_data::PlyRecord| {
            ply.mv.hash(&mut hasher);
            hasher.finish()
        };
        let after = record.plies.iter().map(after).collect();
        Self { start, after }
    }

    fn ends(&self, branch: &Branch) -> Vec<u64> {
        branch.plies.clone().filter_map(|ply| self.after.get(ply - 1).copied()).collect()
    }
}

/// What a game has to do with the ends of lines.
#[derive(Debug)]
struct Met {
    /// Those in its opening, the longest last.
    begun: Vec<u32>,
    /// Those that agents have come to in it.
    played: Vec<u32>,
    /// How many of those in its opening surely lie in an earlier game.
    along: usize,
    /// Whether it may have left another game.
    is_branch: bool,
}

/// What is known of an end.
#[derive(Clone, Copy, Debug, Default)]
struct End {
    /// The least game in which agents have come there.
    owner: Option<Member>,
    /// Whether it is the drawn opening of a game, which others may share by chance.
    is_drawn: bool,
}

/// All that games have to do with the ends of lines.
#[derive(Debug)]
struct Meetings {
    ends: Vec<End>,
    branches: Vec<(Member, Met)>,
}

impl Meetings {
    fn of(ends: &Ends) -> Self {
        Self { ends: vec![End::default(); ends.numbers.len()], branches: Vec::new() }
    }

    fn add(&mut self, member: Member, mut met: Met) {
        for end in std::mem::take(&mut met.played) {
            let owner = &mut self.ends[end as usize].owner;
            *owner = Some(owner.map_or(member, |owner| owner.min(member)));
        }
        if met.is_branch {
            met.begun.shrink_to_fit();
            self.branches.push((member, met));
        } else {
            met.begun.iter().for_each(|end| self.ends[*end as usize].is_drawn = true);
        }
    }

    /// Which games belong together: each with the one that has played the longest part of its opening. Where nobody there
    /// has, those that left one line at several plies still belong together.
    fn kin(self) -> Kin {
        let mut families = Families::default();
        let mut first_on = HashMap::new();
        for (member, met) in &self.branches {
            let owner = |end: &u32| self.ends[*end as usize].owner;
            if let Some(owner) = met.begun.iter().rev().find_map(owner) {
                families.join(*member, owner);
            }
            for end in &met.begun[..met.along] {
                let End { owner, is_drawn } = self.ends[*end as usize];
                if owner.is_none() && !is_drawn {
                    families.join(*member, *first_on.entry(*end).or_insert(*member));
                }
            }
        }
        Kin { first: families.first() }
    }
}

/// Sets of games that belong together.
#[derive(Debug, Default)]
struct Families {
    numbers: HashMap<u64, usize>,
    members: Vec<Member>,
    /// Another member of the same set for each, or itself.
    above: Vec<usize>,
}

impl Families {
    fn join(&mut self, one: Member, other: Member) {
        let [one, other] = [one, other].map(|member| self.number(member));
        let [one, other] = [one, other].map(|number| self.top(number));
        self.above[one.max(other)] = one.min(other);
    }

    /// The number of a game. Of games with the same moves the shortest opening counts.
    fn number(&mut self, member: Member) -> usize {
        let next = self.members.len();
        let number = *self.numbers.entry(member.1).or_insert(next);
        if number == next {
            self.members.push(member);
            self.above.push(next);
        }
        self.members[number] = self.members[number].min(member);
        number
    }

    fn top(&mut self, mut number: usize) -> usize {
        while self.above[number] != number {
            self.above[number] = self.above[self.above[number]];
            number = self.above[number];
        }
        number
    }

    /// The key of the least game of its set, for each that is another.
    fn first(mut self) -> HashMap<u64, u64> {
        let tops: Vec<usize> = (0..self.members.len()).map(|number| self.top(number)).collect();
        let mut least = self.members.clone();
        for (top, member) in tops.iter().zip(&self.members) {
            least[*top] = least[*top].min(*member);
        }
        let first = tops.iter().zip(&self.members).map(|(top, member)| (member.1, least[*top].1));
        first.filter(|(play, first)| play != first).collect()
    }
}

/// Which games belong together.
#[derive(Debug, Default)]
pub(crate) struct Kin {
    /// The key of the first game of its kin, by that of the game; games that are their own first ones are not there.
    first: HashMap<u64, u64>,
}

impl Kin {
    /// That of all games of `sources`, whatever is taken of them.
    ///
    /// # Errors
    /// When a game cannot be read. One that is not true is passed over.
    pub fn find(
        ends: &Ends,
        (sources, jobs): (&[Source], &[Jobs]),
        incomplete: Incomplete,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, ExportError> {
        let mut meetings = Meetings::of(ends);
        let work = |mut game: FoundGame<'_>| {
            let branch = branch(jobs, &game);
            let Some(lines) = Lines::of(&mut game) else { return Ok(None) };
            let record = &game.record;
            let met = ends.meet(&lines, branch.as_ref(), record.opening as usize);
            Ok(met.map(|met| ((record.opening, Ids::of(record, &lines.start).play), met)))
        };
        let visit = |games: Vec<Option<(Member, Met)>>| {
            games.into_iter().flatten().for_each(|(member, met)| meetings.add(member, met));
            Ok::<_, ExportError>(())
        };
        for_each_batch(sources, incomplete, progress, work, visit)?;
        Ok(meetings.kin())
    }

    /// The key by which a game is split whose own one is `play`.
    pub fn first(&self, play: u64) -> u64 {
        self.first.get(&play).copied().unwrap_or(play)
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::PlyRecord;

    use super::*;

    /// A game by its key: moves, plies of its opening, and how many of these are random, if a job says so.
    type Played<'a> = (u64, &'a str, usize, Option<usize>);

    fn lines(moves: &str) -> Lines {
        let ply = |mv: &str| PlyRecord { mv: mv.to_owned(), ..PlyRecord::default() };
        let plies = moves.split(' ').map(ply).collect();
        Lines::after(&GameRecord { plies, ..GameRecord::default() }, "start".to_owned())
    }

    fn branch(opening: usize, random: Option<usize>) -> Option<Branch> {
        let line = opening.saturating_sub(random.unwrap_or(1));
        let plies = line.max(usize::from(random.is_none()))..=opening;
        (*plies.start() > 0 && opening > 0).then_some(Branch { plies, is_sure: random.is_some() })
    }

    /// The key of the first of its kin, for each game.
    fn kin(games: &[Played<'_>]) -> Vec<u64> {
        let mut ends = Ends::default();
        for (_, moves, opening, random) in games {
            let found = branch(*opening, *random).map_or_else(Vec::new, |b| lines(moves).ends(&b));
            found.into_iter().for_each(|line| ends.add(line));
        }
        let mut meetings = Meetings::of(&ends);
        for (play, moves, opening, random) in games {
            let met = ends.meet(&lines(moves), branch(*opening, *random).as_ref(), *opening);
            met.into_iter().for_each(|met| meetings.add((*opening as u32, *play), met));
        }
        let kin = meetings.kin();
        games.iter().map(|(play, ..)| kin.first(*play)).collect()
    }

    /// As [`kin`], whichever game is first.
    fn kin_in_any_order(games: &[Played<'_>]) -> Vec<u64> {
        let expected = kin(games);
        for turn in 0..games.len() {
            let mut turned = games.to_vec();
            turned.rotate_left(turn);
            for reversed in [false, true] {
                let mut found = kin(&turned);
                if reversed {
                    let backwards: Vec<_> = turned.iter().rev().copied().collect();
                    found = kin(&backwards);
                    found.reverse();
                }
                found.rotate_right(turn);
                assert_eq!(found, expected, "from {turn}, reversed: {reversed}");
            }
        }
        expected
    }

    #[test]
    fn a_game_belongs_to_the_one_in_which_it_begins() {
        let games = [
            (9, "a b c d e", 2, Some(2)),
            (2, "a b c x y", 2, Some(2)), // the same opening, and by chance a ply
            (3, "a b c d z q", 5, Some(1)),
            (4, "a b c x z", 4, Some(0)),
            (5, "a b c d z q r s", 7, Some(1)), // from a game that began within one
            (6, "a b c d z t", 5, Some(0)),     // which nobody has played so far, but to d
            (7, "a b p q", 3, Some(1)),         // no more than a drawn opening in common
            (8, "p q", 2, Some(2)),
        ];
        assert_eq!(kin_in_any_order(&games), [9, 2, 9, 2, 9, 9, 7, 8]);
    }

    #[test]
    fn a_game_goes_with_one_of_several_that_played_its_line() {
        let games = [
            (4, "a b c d e", 2, Some(2)),
            (3, "a b c d f", 2, Some(2)),
            (1, "a b c d e g", 4, Some(1)),
            (2, "a b c d x", 4, Some(0)),
        ];
        assert_eq!(kin_in_any_order(&games), [4, 3, 3, 3]);
    }

    #[test]
    fn games_that_left_a_game_elsewhere_belong_together() {
        let games = [
            (5, "a b c d e x y", 6, Some(1)),
            (6, "a b c d z", 5, Some(1)),
            (3, "a b c d e f w", 6, Some(0)),
            (4, "a b q r", 2, Some(2)),
            (7, "a b u v", 3, Some(1)), // from the drawn opening
            (8, "p b c d z", 5, Some(1)),
        ];
        assert_eq!(kin_in_any_order(&games), [6, 6, 6, 4, 7, 8]);
    }

    #[test]
    fn without_a_job_games_are_kin_only_if_an_agent_has_played_the_line() {
        let games = [
            (1, "a b c d e", 2, None),
            (2, "a b c x", 2, None), // drawn alike
            (3, "a b c d z", 5, None),
            (4, "a b c d y", 4, None),
            (5, "p q r s", 4, None),
            (6, "p q r t", 4, None), // of a game that is not there, or drawn alike
        ];
        assert_eq!(kin_in_any_order(&games), [1, 2, 1, 1, 5, 6]);
    }

    #[test]
    fn games_of_the_same_moves_are_of_one_kin() {
        let games = [
            (1, "a b c d e", 2, Some(2)),
            (2, "a b c d f g h", 6, Some(2)),
            (2, "a b c d f g h", 7, Some(7)), // by chance
        ];
        assert_eq!(kin_in_any_order(&games), [1, 1, 1]);
        assert_eq!(kin(&[(6, "p q", 2, Some(2)), (6, "p q", 0, Some(0))]), [6, 6]);
    }
}
