//! The page that goes with an export.

use imperial_engine::Cause;

use super::columns::table;
use super::games::GAMES;
use super::outcome::{ExportReport, ExportedRules};
use super::positions::POSITIONS;

/// The text of `README.md`.
pub(super) fn text(report: &ExportReport) -> String {
    let rules: String = report.rules.iter().map(rules_line).collect();
    let (games, positions) = (report.games, report.positions);
    let version = env!("CARGO_PKG_VERSION");
    let (game_columns, position_columns) = (table(&GAMES), table(&POSITIONS));
    let (agents, causes) = (agents(), causes());
    format!(
        "# Games exported by imperial {version}

- `games.csv`: {games} games, one row each
- `positions.csv`: {positions} positions, one row per ply, with the position before it
- `rules/`: the rule sets as they were when the games were played
- `SHA256SUMS`: check with `sha256sum -c SHA256SUMS` or `imperial verify`

Every game was replayed through the rules while it was exported.

| rule set | hash | games | file |
|---|---|---|---|
{rules}
## games.csv

{game_columns}
## positions.csv

{position_columns}
## Agents

{agents}
## Causes

{causes}
## Views and keys

`root_value` and `z` are for the side to move: 1 is its win, -1 its loss. `result` in `games.csv`
names the side. To split the data for learning, split by `game_id`, never by row: the positions of
one game resemble each other.

A game that was cut off has no result that the players reached: count it apart from draws.

```python
import pandas as pd
games = pd.read_csv(\"games.csv\", dtype={{\"seed\": \"uint64\"}}).set_index(\"game_id\")
positions = pd.read_csv(\"positions.csv\")
print(games.groupby(\"rules\").result.value_counts(normalize=True))
```
"
    )
}

/// Every form of an agent's name with what it stands for.
pub const AGENTS: [(&str, &str); 8] = [
    ("random", "uniformly random legal moves"),
    ("rollouts-32", "search with 32 playouts a move, which end in random games"),
    (
        "network-64:1a2b3c4d",
        "Gumbel search with 64 playouts a move by the network whose hash begins so; in a training run, \
         those of a full search",
    ),
    ("puct-64:1a2b3c4d", "PUCT search with the same"),
    ("reuse-network-64:1a2b3c4d", "the same search, which keeps its tree from move to move"),
    (
        "network[lookahead=0]-64:1a2b3c4d",
        "a search with other settings than the usual ones, which stand in the brackets",
    ),
    ("ugi:NAME (SETTINGS)", "another program, by the name that it gives itself"),
    ("NAME", "a player of imported games"),
];

/// Every form of an agent's name as a Markdown table, as in `docs/data.md` and in every export.
pub fn agents() -> String {
    let lines: String =
        AGENTS.iter().map(|(form, meaning)| format!("| `{form}` | {meaning} |\n")).collect();
    format!("| agent | who played |\n|---|---|\n{lines}")
}

/// Every cause of a game's end as a Markdown table, as in `docs/data.md` and in every export.
pub fn causes() -> String {
    let line = |cause: Cause| format!("| `{cause}` | {} |\n", meaning(cause));
    let lines: String = Cause::ALL.into_iter().map(line).collect();
    format!("| cause | the game ended because |\n|---|---|\n{lines}")
}

const fn meaning(cause: Cause) -> &'static str {
    match cause {
        Cause::KingEscaped => "the king reached a goal square",
        Cause::KingCaptured => "the king was captured",
        Cause::TwoRoads => "the king had two clear ways to the edge, where that is enough",
        Cause::ExitFort => "the king stood in a fort at the edge that cannot be broken",
        Cause::Encircled => "no defender could get to the edge any more",
        Cause::Stuck => "the side to move had no legal move",
        Cause::Repetition => "a position occurred as often as the rules allow",
        Cause::QuietLimit => "too many plies in a row went without a capture",
        Cause::PlyLimit => "it was cut off at the limit of plies; `cut_off` is true",
        Cause::Line => "a line was completed (tic-tac-toe, Connect Four)",
        Cause::BoardFull => "the board was full and nobody had won (tic-tac-toe, Connect Four)",
        Cause::Given => "imported: the players ended it, by resignation, time or agreement",
        Cause::Unfinished => {
            "imported: it was broken off; `result` is `draw` and `cut_off` is true"
        }
    }
}

fn rules_line(rules: &ExportedRules) -> String {
    let ExportedRules { name, hash, file, games } = rules;
    format!("| {name} | {hash} | {games} | `{file}` |\n")
}
