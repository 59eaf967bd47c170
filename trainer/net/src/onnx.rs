//! A network as a model of ONNX, which most frameworks and many languages run. One model takes batches of any size on
//! boards of any size.
//!
//! Inputs are `planes` `[batch, planes, height, width]` and, where the family has one, `rules` `[batch, rules]`. Outputs
//! are `wdl` `[batch, 3]`, `plies_left` `[batch]`, `pairs` `[batch, squares, squares]` and `choices`
//! `[batch, 2 + squares]`; `docs/data.md` says how moves are scored by them.

mod proto;

use std::collections::HashMap;

use self::proto::{Length, Message, attribute, attributes, floats, integers, value};
use super::arrays::Array;
use super::model::Network;

/// The operators are those of this version, 17 (2022).
const OPSET: i64 = 17;
/// Version of the file format that goes with it.
const IR_VERSION: i64 = 8;

impl Network {
    /// The network as the bytes of an `.onnx` file.
    pub fn to_onnx(&self) -> Vec<u8> {
        let arrays = self.arrays().into_iter().map(|array| {
            let array = array.transposed();
            (array.name.clone(), array)
        });
        let mut graph = Graph { arrays: arrays.collect(), ..Graph::default() };
        let config = self.config();
        graph.network(config.blocks, config.rules > 0, config.policy_width);
        let batch = Length::Any("batch");
        let (height, width) = (Length::Any("height"), Length::Any("width"));
        let squares = Length::Any("squares");
        let mut inputs = vec![value("planes", &[batch, Length::Of(config.planes), height, width])];
        if config.rules > 0 {
            inputs.push(value("rules", &[batch, Length::Of(config.rules)]));
        }
        let outputs = [
            value("wdl", &[batch, Length::Of(3)]),
            value("plies_left", &[batch]),
            value("pairs", &[batch, squares, squares]),
            value("choices", &[batch, Length::Any("choices")]),
        ];
        let body = Message::default().all(1, &graph.nodes).bytes(2, "network");
        let body = body.all(5, &graph.constants).all(11, inputs).all(12, outputs);
        let hash = Message::default().bytes(1, "hash").bytes(2, self.hash());
        let model = Message::default().number(1, IR_VERSION).bytes(2, "imperial");
        let model = model.bytes(3, env!("CARGO_PKG_VERSION")).bytes(7, body);
        model.bytes(8, Message::default().bytes(1, "").number(2, OPSET)).bytes(14, hash).0
    }
}

/// A graph that is being written. Layers take and give names of values.
#[derive(Default)]
struct Graph {
    /// The weights by name, as safetensors files have them.
    arrays: HashMap<String, Array>,
    nodes: Vec<Message>,
    constants: Vec<Message>,
}

impl Graph {
    fn network(&mut self, blocks: usize, has_rules: bool, policy_width: usize) {
        let x = self.trunk(blocks, has_rules);
        let pooled = self.pool(&x);
        let hidden = self.dense("value.hidden", &pooled);
        let hidden = self.node("Relu", &[&hidden], &[]);
        let logits = self.dense("value.wdl", &hidden);
        self.named("wdl", "Softmax", &[&logits], &[attribute("axis", 1)]);
        let plies = self.dense("value.plies_left", &hidden);
        let plies = self.node("Exp", &[&plies], &[]);
        let one = self.floats(&[1.0]);
        let plies = self.node("Sub", &[&plies, &one], &[]);
        let flat = self.integers(&[-1]);
        self.named("plies_left", "Reshape", &[&plies, &flat], &[]);
        self.policy(&x, &pooled, policy_width);
    }

    fn trunk(&mut self, blocks: usize, has_rules: bool) -> String {
        let rules = has_rules.then(|| {
            let rules = self.dense("trunk.embedding", "rules");
            self.node("Relu", &[&rules], &[])
        });
        let x = self.conv("trunk.stem", "planes");
        let x = self.condition("trunk.stem_rules", &x, rules.as_deref());
        let mut x = self.node("Relu", &[&x], &[]);
        for block in 0..blocks {
            let block = format!("trunk.blocks.{block}");
            let inner = self.conv(&format!("{block}.first"), &x);
            let inner = self.condition(&format!("{block}.rules"), &inner, rules.as_deref());
            let inner = self.node("Relu", &[&inner], &[]);
            let second = self.conv(&format!("{block}.second"), &inner);
            let mut y = self.node("Add", &[&x, &second], &[]);
            let pooled = format!("{block}.pooled");
            if self.arrays.contains_key(&format!("{pooled}.weight")) {
                let mean = self.pool(&inner);
                let bias = self.dense(&pooled, &mean);
                let bias = self.over_board(&bias);
                y = self.node("Add", &[&y, &bias], &[]);
            }
            x = self.node("Relu", &[&y], &[]);
        }
        x
    }

    /// Scores of pairs of squares, and of choices.
    fn policy(&mut self, x: &str, pooled: &str, width: usize) {
        let shape = self.integers(&[0, width as i64, -1]);
        let [from, to] = [0, 1].map(|half| {
            let vectors = self.part_of_conv("policy.squares", x, half, 2);
            self.node("Reshape", &[&vectors, &shape], &[])
        });
        let from = self.node("Transpose", &[&from], &[attributes("perm", &[0, 2, 1])]);
        let products = self.node("MatMul", &[&from, &to], &[]);
        let scale = self.floats(&[1.0 / (width as f32).sqrt()]);
        self.named("pairs", "Mul", &[&products, &scale], &[]);
        let victim = self.conv("policy.victim", x);
        let flat = self.integers(&[0, -1]);
        let victim = self.node("Reshape", &[&victim, &flat], &[]);
        let decline = self.dense("policy.decline", pooled);
        let nothing = self.node("Sub", &[&decline, &decline], &[]);
        self.named("choices", "Concat", &[&nothing, &decline, &victim], &[attribute("axis", 1)]);
    }

    /// `x * (1 + scale) + shift`, channel by channel, as the rules decide.
    fn condition(&mut self, layer: &str, x: &str, rules: Option<&str>) -> String {
        let Some(rules) = rules else { return x.to_owned() };
        let [scale, shift] = [0, 1].map(|half| {
            let values = self.part_of_dense(layer, rules, half, 2);
            self.over_board(&values)
        });
        let one = self.floats(&[1.0]);
        let scale = self.node("Add", &[&scale, &one], &[]);
        let scaled = self.node("Mul", &[x, &scale], &[]);
        self.node("Add", &[&scaled, &shift], &[])
    }

    /// A convolution with zeros around the board.
    fn conv(&mut self, layer: &str, x: &str) -> String {
        self.part_of_conv(layer, x, 0, 1)
    }

    fn part_of_conv(&mut self, layer: &str, x: &str, part: usize, parts: usize) -> String {
        let (weight, shape) = self.weights(&format!("{layer}.weight"), part, parts);
        let (bias, _) = self.weights(&format!("{layer}.bias"), part, parts);
        let margin = (shape[2] / 2) as i64;
        self.node("Conv", &[x, &weight, &bias], &[attributes("pads", &[margin; 4])])
    }

    fn dense(&mut self, layer: &str, x: &str) -> String {
        self.part_of_dense(layer, x, 0, 1)
    }

    fn part_of_dense(&mut self, layer: &str, x: &str, part: usize, parts: usize) -> String {
        let (weight, _) = self.weights(&format!("{layer}.weight"), part, parts);
        let (bias, _) = self.weights(&format!("{layer}.bias"), part, parts);
        self.node("Gemm", &[x, &weight, &bias], &[attribute("transB", 1)])
    }

    /// Mean and maximum of every channel.
    fn pool(&mut self, x: &str) -> String {
        let mean = self.node("GlobalAveragePool", &[x], &[]);
        let most = self.node("GlobalMaxPool", &[x], &[]);
        let both = self.node("Concat", &[&mean, &most], &[attribute("axis", 1)]);
        self.node("Flatten", &[&both], &[])
    }

    /// Values of channels as planes of one square, which stand for all squares.
    fn over_board(&mut self, x: &str) -> String {
        let shape = self.integers(&[0, -1, 1, 1]);
        self.node("Reshape", &[x, &shape], &[])
    }

    /// Part `part` of `parts` of an array, by its first axis: name and shape.
    fn weights(&mut self, name: &str, part: usize, parts: usize) -> (String, Vec<usize>) {
        let Array { shape, values, .. } = &self.arrays[name];
        let length = values.len() / parts;
        let mut shape = shape.clone();
        shape[0] /= parts;
        let constant = format!("{name}.{part}.{}", self.constants.len());
        let values = &values[part * length..(part + 1) * length];
        self.constants.push(floats(&constant, &shape, values));
        (constant, shape)
    }

    fn floats(&mut self, values: &[f32]) -> String {
        let name = format!("constant.{}", self.constants.len());
        self.constants.push(floats(&name, &[values.len()], values));
        name
    }

    fn integers(&mut self, values: &[i64]) -> String {
        let name = format!("constant.{}", self.constants.len());
        self.constants.push(integers(&name, values));
        name
    }

    /// A node with a new name for what it gives.
    fn node(&mut self, operator: &str, inputs: &[&str], attributes: &[Message]) -> String {
        let name = format!("value.{}", self.nodes.len());
        self.named(&name, operator, inputs, attributes);
        name
    }

    fn named(&mut self, output: &str, operator: &str, inputs: &[&str], attributes: &[Message]) {
        let node = Message::default().all(1, inputs).bytes(2, output).bytes(3, output);
        self.nodes.push(node.bytes(4, operator).all(5, attributes));
    }
}
