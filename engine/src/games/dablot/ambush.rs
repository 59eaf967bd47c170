//! Ambushes: several pieces of lower rank together take one of a higher rank.

use super::compiled::Dablot;
use super::moves::{DablotMove, Form};
use super::pieces::Kind;
use super::points::Points;
use super::position::Position;

/// A piece that could take part.
#[derive(Clone, Copy)]
struct Member {
    from: u8,
    to: u8,
    rank: u8,
}

impl Dablot {
    /// Adds all ambushes. One is a whole turn, so there are none later in a turn.
    pub(super) fn list_ambushes(&self, position: &Position, moves: &mut Vec<DablotMove>) {
        if self.is_in_turn(position) {
            return;
        }
        for kind in [Kind::Officer, Kind::Son, Kind::Leader] {
            let rank = self.ladder[kind as usize];
            for victim in position.pieces.of(!position.side, kind).iter() {
                let members = self.members(position, victim, rank);
                gather(victim, rank, &members, &mut Vec::new(), moves);
            }
        }
    }

    /// The pieces that could jump over the victim, were they of its rank.
    fn members(&self, position: &Position, victim: u8, rank: u8) -> Vec<Member> {
        let (pieces, side) = (&position.pieces, position.side);
        let (lower, empty) = (self.up_to(pieces, side, rank - 1), self.empty(pieces));
        let mut members = Vec::new();
        for leap in &self.leaps {
            let start = Points::only(victim).shifted_back(leap.over) & lower & leap.from;
            let Some(from) = start.iter().next() else { continue };
            let to = leap.row(from)[2];
            let Some(kind) = pieces.kind(side, from) else { continue };
            if empty.has(to) && self.starts(leap, position, kind.is_man()).has(from) {
                members.push(Member { from, to, rank: self.ladder[kind as usize] });
            }
        }
        members
    }
}

/// Adds every group of `members` that has the rank together, with none too many, that contains `chosen`.
fn gather(
    victim: u8,
    rank: u8,
    members: &[Member],
    chosen: &mut Vec<Member>,
    moves: &mut Vec<DablotMove>,
) {
    let sum: u8 = chosen.iter().map(|member| member.rank).sum();
    if sum >= rank {
        if chosen.iter().all(|member| sum - member.rank < rank) {
            let points = chosen.iter().map(|member| member.from).collect();
            moves.push(DablotMove { from: victim, to: victim, form: Form::Ambush, points });
        }
        return;
    }
    for (nth, member) in members.iter().enumerate() {
        if chosen.iter().all(|other| other.from != member.from && other.to != member.to) {
            chosen.push(*member);
            gather(victim, rank, &members[nth + 1..], chosen, moves);
            chosen.pop();
        }
    }
}
