//! The parameters of a search, with the sources of their values.

use serde::{Deserialize, Serialize};

/// How a search is done.
///
/// In TOML:
///
/// ```
/// let text = r#"
///     playouts = 64
///     solver = true         # left out: true
///     batch = 1             # left out: 1
///     memory = 1024         # MiB; left out: 1024
///     reuse = false         # left out: false
///     lookahead = 3         # left out: 3
///     [root]                # left out: Gumbel search with its defaults
///     rule = "gumbel"       # or "puct"
///     candidates = 16
///     noise = false
/// "#;
/// let params: imperial_engine::search::SearchParams = toml::from_str(text)?;
/// assert_eq!(params, imperial_engine::search::SearchParams::playing(64));
/// # Ok::<(), toml::de::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchParams {
    /// Playouts per search, not counting the evaluation of the root itself. With 0 the move is
    /// chosen by the evaluator's policy alone. A search ends earlier when the root is proven.
    pub playouts: u32,
    /// How the root's moves are selected and the final move is chosen.
    #[serde(default)]
    pub root: RootRule,
    /// How moves are selected inside the tree. `None` (default): below a root with PUCT by the same
    /// PUCT, below a root with Gumbel search by [`TreeRule::default`].
    #[serde(default)]
    pub tree: Option<TreeRule>,
    /// How soon unlikely moves are tried inside the tree. Of the first `N` playouts of a node about
    /// `breadth·sqrt(N)` go to the move that was tried least, the likely ones first. So with 1 every
    /// move has been tried once there have been as many playouts as the square of the moves, and
    /// each is tried again and again for ever. Default 1.
    #[serde(default = "one_f32")]
    pub breadth: f32,
    /// Whether proven wins, draws and losses are backed up (MCTS-Solver, Winands, Björnsson and
    /// Saito 2008; there 65 % against the plain search in a game with sudden ends).
    #[serde(default = "yes")]
    pub solver: bool,
    /// Plies within which forced wins are looked for without the evaluator: 0, 1 or 3 (default). Needs
    /// the solver.
    ///
    /// With 1 every new position whose mover can win at once is proven, and so is every root move
    /// that lets the other side win at once; and a position that comes again on the way from the root
    /// is worth what repeating it comes to. With 3 replies to a threat that do not meet it are left
    /// out, a win in three plies is looked for at the root, and no move is played that gives the other
    /// side one while there is another move.
    #[serde(default = "three")]
    pub lookahead: u8,
    /// Most leaves that wait for their evaluation at once, from 1 (default) to
    /// [`MOST_LEAVES`](Self::MOST_LEAVES): for evaluators that answer many leaves faster than one
    /// after the other, or on several threads. The tree depends on it.
    #[serde(default = "one")]
    pub batch: u16,
    /// Most memory of the tree in MiB, at least 1; default 1024. A search whose tree is full ends
    /// with what it has found.
    #[serde(default = "gibibyte")]
    pub memory: u32,
    /// How much chance is in the choice of the move to play, as
    /// [`SearchResult::sample`](crate::search::SearchResult::sample) draws it. Default 0: the best move.
    #[serde(default)]
    pub temperature: f32,
    /// Whether players keep the tree from move to move and begin a search with what they had found
    /// ([`Search::follow`](crate::search::Search::follow)). Default no.
    #[serde(default)]
    pub reuse: bool,
}

const fn yes() -> bool {
    true
}

const fn one_f32() -> f32 {
    1.0
}

const fn three() -> u8 {
    3
}

const fn one() -> u16 {
    1
}

const fn gibibyte() -> u32 {
    SearchParams::MEMORY
}

impl SearchParams {
    /// Bound of [`batch`](Self::batch).
    pub const MOST_LEAVES: u16 = 1024;
    /// Default of [`memory`](Self::memory) in MiB.
    pub const MEMORY: u32 = 1024;

    /// The defaults of everything else.
    pub const fn new(playouts: u32, root: RootRule) -> Self {
        Self {
            playouts,
            root,
            tree: None,
            breadth: one_f32(),
            solver: true,
            lookahead: three(),
            batch: one(),
            memory: gibibyte(),
            temperature: 0.0,
            reuse: false,
        }
    }

    /// How moves are selected inside the tree.
    pub fn tree_rule(&self) -> TreeRule {
        self.tree.unwrap_or(match self.root {
            RootRule::Gumbel(_) => TreeRule::default(),
            RootRule::Puct(puct) => TreeRule::Puct(Puct { noise: None, ..puct }),
        })
    }

    /// For training games with a network: Gumbel with noise, a quarter as many candidates as
    /// playouts, from 4 to 32: (16, 4), (32, 8), (64, 16), (128, 32).
    ///
    /// A network that has learned little ranks moves badly and gains by twice as many; one that has
    /// learned for an hour loses by them (`docs/methods.md`).
    pub fn training(playouts: u32) -> Self {
        let candidates = (playouts / 4).clamp(4, 32);
        let root = RootRule::Gumbel(Gumbel { candidates, ..Gumbel::default() });
        Self::new(playouts, root)
    }

    /// For matches and analysis with a network: as [`training`](Self::training), without noise.
    ///
    /// The search then is deterministic. It needs a policy that tells moves apart: where all
    /// logits are equal the candidates are merely the first moves of the list.
    pub fn playing(playouts: u32) -> Self {
        let mut params = Self::training(playouts);
        if let RootRule::Gumbel(gumbel) = &mut params.root {
            gumbel.noise = false;
        }
        params
    }

    /// For evaluators without a policy such as rollouts: PUCT over equal priors.
    pub fn rollouts(playouts: u32) -> Self {
        let root = RootRule::Puct(Puct { cpuct: Puct::ROLLOUT_CPUCT, ..Puct::default() });
        Self::new(playouts, root)
    }

    /// For matches and analysis with a network as AlphaZero searches: PUCT without noise at the root, and
    /// the usual rule inside the tree.
    pub fn puct(playouts: u32) -> Self {
        let root = RootRule::Puct(Puct::default());
        Self { tree: Some(TreeRule::default()), ..Self::new(playouts, root) }
    }

    /// For training games as AlphaZero plays them: the same with Dirichlet noise at the root.
    pub fn alpha_zero(playouts: u32) -> Self {
        let root = RootRule::Puct(Puct { noise: Some(RootNoise::default()), ..Puct::default() });
        Self { root, ..Self::puct(playouts) }
    }

    /// Checks the ranges of all parameters.
    ///
    /// # Errors
    /// Names the first field that is out of range.
    pub fn check(&self) -> Result<(), ParamsError> {
        let leaves = (1..=Self::MOST_LEAVES).contains(&self.batch);
        require(leaves, "batch", "from 1 to 1024", f32::from(self.batch))?;
        require(self.memory >= 1, "memory", "at least 1", self.memory as f32)?;
        require_not_negative("breadth", self.breadth)?;
        require_not_negative("temperature", self.temperature)?;
        let looks = matches!(self.lookahead, 0 | 1 | 3);
        require(looks, "lookahead", "0, 1 or 3", f32::from(self.lookahead))?;
        match &self.root {
            RootRule::Gumbel(gumbel) => gumbel.check(),
            RootRule::Puct(puct) => puct.check(),
        }?;
        match &self.tree_rule() {
            TreeRule::Gumbel(sigma) => sigma.check(),
            TreeRule::Puct(puct) => puct.check(),
        }
    }
}

/// The two families of search, at the root.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "lowercase")]
pub enum RootRule {
    /// Sequential halving over sampled candidates; for networks with a policy.
    Gumbel(Gumbel),
    /// PUCT at the root and in the tree.
    Puct(Puct),
}

impl Default for RootRule {
    fn default() -> Self {
        Self::Gumbel(Gumbel::default())
    }
}

/// How moves are selected inside the tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "lowercase")]
pub enum TreeRule {
    /// PUCT, which tries every move in the end.
    Puct(Puct),
    /// The rule of Gumbel search, made for a few simulations: visits follow the improved policy. A move
    /// with a small prior may wait for ever once another one looks a little better.
    Gumbel(Sigma),
}

impl Default for TreeRule {
    /// PUCT with a weight of exploration that is good below a root with candidates.
    fn default() -> Self {
        Self::Puct(Puct { cpuct: Puct::TREE_CPUCT, ..Puct::default() })
    }
}

/// Gumbel search at the root: Danihelka, Guez, Schrittwieser and Silver, *Policy improvement by
/// planning with Gumbel*, 2022.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Gumbel {
    /// Root moves that sequential halving starts with, at least 1; at most the legal moves count.
    /// Default 8, for 32 playouts.
    pub candidates: u32,
    /// How values weigh beside priors where candidates are ranked.
    pub sigma: Sigma,
    /// The same in the improved policy, from which a network learns.
    pub target: Sigma,
    /// Whether Gumbel noise is added at the root. Yes (default) in training games: then the move
    /// played is a sample. No in matches.
    pub noise: bool,
}

impl Default for Gumbel {
    fn default() -> Self {
        let sigma = Sigma::default();
        Self { candidates: 8, sigma, target: sigma, noise: true }
    }
}

impl Gumbel {
    fn check(&self) -> Result<(), ParamsError> {
        require(self.candidates >= 1, "candidates", "at least 1", self.candidates as f32)?;
        self.sigma.check()?;
        self.target.check()
    }
}

/// How values weigh beside priors: `σ(q) = (c_visit + max N)·c_scale·q`, where `max N` counts the most
/// visited move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sigma {
    /// Visits that count beside the most visited move's. Default 50 (the paper and mctx).
    pub c_visit: f32,
    /// Default 1.0, the paper's for board games, without rescaling.
    ///
    /// A network that learned with 1.0 scored 62 % under Imperial Contest and 55 % under Tablut
    /// against one that learned with 0.1. Single rollouts are too coarse for it: on tic-tac-toe
    /// 0.05 is best for them.
    pub c_scale: f32,
    /// Whether the values of a node are stretched to 0..=1 first, as mctx does. Default no.
    pub rescale: bool,
}

impl Default for Sigma {
    fn default() -> Self {
        Self { c_visit: 50.0, c_scale: 1.0, rescale: false }
    }
}

impl Sigma {
    fn check(&self) -> Result<(), ParamsError> {
        require_not_negative("c_visit", self.c_visit)?;
        require_not_negative("c_scale", self.c_scale)
    }
}

/// PUCT as in AlphaZero (Silver et al. 2018): the move with the largest
/// `q + c·prior·sqrt(N) / (1 + n)`, where `N` counts the node's playouts and `n` the move's, and
/// `c = cpuct + cpuct_factor·ln((N + cpuct_base) / cpuct_base)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Puct {
    /// Weight of exploration, for utilities from −1 to 1. Default 1.25 (AlphaZero).
    pub cpuct: f32,
    /// Playouts after which the weight has grown noticeably. Default 19652 (AlphaZero).
    pub cpuct_base: f32,
    /// How fast the weight grows; 0 keeps it constant. Default 1 (AlphaZero).
    pub cpuct_factor: f32,
    /// What a move is worth before its first visit.
    pub fpu: Fpu,
    /// Noise mixed into the root's priors. Default none.
    pub noise: Option<RootNoise>,
}

impl Default for Puct {
    fn default() -> Self {
        Self {
            cpuct: 1.25,
            cpuct_base: 19652.0,
            cpuct_factor: 1.0,
            fpu: Fpu::default(),
            noise: None,
        }
    }
}

impl Puct {
    /// Weight of exploration of [`SearchParams::rollouts`]. Larger than for networks: the priors
    /// are equal, so they are small where there are many moves, and single rollouts are coarse.
    ///
    /// Tablut with corner goals, 100 playouts, 100 games each: 5 scores 84 % against 1.25, 10
    /// scores 54 % against 5, 20 scores 46 % against 10. On tic-tac-toe 2.5 to 10 are alike.
    pub const ROLLOUT_CPUCT: f32 = 10.0;
    /// Weight of exploration inside the tree of Gumbel search (`docs/methods.md`).
    pub const TREE_CPUCT: f32 = 0.8;

    fn check(&self) -> Result<(), ParamsError> {
        require_not_negative("cpuct", self.cpuct)?;
        require_not_negative("cpuct_factor", self.cpuct_factor)?;
        let base = self.cpuct_base.is_finite() && self.cpuct_base >= 1.0;
        require(base, "cpuct_base", "a finite number, at least 1", self.cpuct_base)?;
        let (Fpu::Reduction(fpu) | Fpu::Utility(fpu)) = self.fpu;
        require(fpu.is_finite(), "fpu", "a finite number", fpu)?;
        self.noise.map_or(Ok(()), |noise| noise.check())
    }
}

/// First play urgency: what an unvisited move is taken to be worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fpu {
    /// The node's mean utility less this times the square root of the prior mass of the visited
    /// moves (KataGo and Leela Chess Zero).
    Reduction(f32),
    /// This utility, whatever the node is worth; 1 visits every move once first.
    Utility(f32),
}

impl Default for Fpu {
    /// A reduction by 0.2 (KataGo's default).
    fn default() -> Self {
        Self::Reduction(0.2)
    }
}

/// Dirichlet noise for the root's priors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RootNoise {
    /// Share of the noise in the mixture, from 0 to 1. Default 0.25 (AlphaZero).
    pub fraction: f32,
    /// Sum of the distribution's parameters; each legal move gets an equal part. Default 10.83
    /// (KataGo: AlphaZero's 0.03 times the points of a Go board).
    pub concentration: f32,
}

impl Default for RootNoise {
    fn default() -> Self {
        Self { fraction: 0.25, concentration: 10.83 }
    }
}

impl RootNoise {
    fn check(&self) -> Result<(), ParamsError> {
        let in_range = (0.0..=1.0).contains(&self.fraction);
        require(in_range, "fraction", "from 0 to 1", self.fraction)?;
        let positive = self.concentration.is_finite() && self.concentration > 0.0;
        require(positive, "concentration", "more than 0", self.concentration)
    }
}

/// A search parameter that is out of range.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("the search parameter `{field}` must be {expected}, but is {found}")]
pub struct ParamsError {
    /// Name of the field.
    pub field: &'static str,
    /// The range in words.
    pub expected: &'static str,
    /// The value as given.
    pub found: f32,
}

fn require(
    holds: bool,
    field: &'static str,
    expected: &'static str,
    found: f32,
) -> Result<(), ParamsError> {
    if holds { Ok(()) } else { Err(ParamsError { field, expected, found }) }
}

fn require_not_negative(field: &'static str, found: f32) -> Result<(), ParamsError> {
    require(found.is_finite() && found >= 0.0, field, "0 or more", found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_tries_a_quarter_as_many_candidates_as_playouts() {
        for (playouts, expected) in [(4, 4), (16, 4), (32, 8), (64, 16), (128, 32), (400, 32)] {
            let RootRule::Gumbel(gumbel) = SearchParams::training(playouts).root else {
                panic!("training uses Gumbel search");
            };
            assert_eq!(gumbel.candidates, expected);
            assert!(gumbel.noise);
        }
    }

    #[test]
    fn check_names_the_field() {
        let bad = Gumbel { candidates: 0, ..Gumbel::default() };
        let params = SearchParams { root: RootRule::Gumbel(bad), ..SearchParams::training(8) };
        assert_eq!(params.check().unwrap_err().field, "candidates");

        let noise = Some(RootNoise { fraction: 1.5, ..RootNoise::default() });
        let bad = SearchParams { batch: 0, ..SearchParams::training(8) };
        assert_eq!(bad.check().unwrap_err().field, "batch");
        let bad = SearchParams { memory: 0, ..SearchParams::training(8) };
        assert_eq!(bad.check().unwrap_err().field, "memory");

        let bad = Puct { noise, ..Puct::default() };
        let params = SearchParams { root: RootRule::Puct(bad), ..SearchParams::training(8) };
        assert_eq!(
            params.check().unwrap_err().to_string(),
            "the search parameter `fraction` must be from 0 to 1, but is 1.5"
        );
    }

    #[test]
    fn toml_fills_in_defaults() {
        let text = "playouts = 64\n[root]\nrule = \"gumbel\"\ncandidates = 16\nnoise = false\n";
        assert_eq!(toml::from_str::<SearchParams>(text).unwrap(), SearchParams::playing(64));

        let text = "playouts = 9\nsolver = false\n[root]\nrule = \"puct\"\nfpu.utility = 1.0\n";
        let params: SearchParams = toml::from_str(text).unwrap();
        let puct = Puct { fpu: Fpu::Utility(1.0), ..Puct::default() };
        let expected = SearchParams { solver: false, ..SearchParams::new(9, RootRule::Puct(puct)) };
        assert_eq!(params, expected);
    }

    #[test]
    fn toml_round_trips() {
        for params in [SearchParams::training(32), SearchParams::alpha_zero(100)] {
            let text = toml::to_string(&params).unwrap();
            assert_eq!(toml::from_str::<SearchParams>(&text).unwrap(), params);
        }
    }

    #[test]
    fn toml_refuses_unknown_keys() {
        let text = "playouts = 64\n[root]\nrule = \"gumbel\"\ncpuct = 2.0\n";
        let error = toml::from_str::<SearchParams>(text).unwrap_err().to_string();
        assert!(error.contains("cpuct"), "{error}");
    }
}
