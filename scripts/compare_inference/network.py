"""The network in PyTorch, and as an ONNX graph, from the weights that `imperial bench net --weights` writes."""

import json
import math

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from safetensors import safe_open
from torch import nn
from torch.nn import functional as F


class Weights:
    """Tensors by name and the configuration of the network."""

    def __init__(self, path):
        with safe_open(path, framework="np") as file:
            self.tensors = {name: file.get_tensor(name) for name in file.keys()}
            self.net = json.loads(file.metadata()["net"])

    def __getitem__(self, name):
        return self.tensors[name]

    def rule_layers(self, rules):
        """Scale and shift of the stem and of each block's first convolution under one rule vector."""
        embedded = np.maximum(self["trunk.embedding.weight"] @ rules + self["trunk.embedding.bias"], 0)
        names = ["trunk.stem_rules"] + [f"trunk.blocks.{i}.rules" for i in range(self.net["blocks"])]
        both = [self[f"{name}.weight"] @ embedded + self[f"{name}.bias"] for name in names]
        return [(1 + b[: len(b) // 2], b[len(b) // 2 :]) for b in both]

    def folded(self, rules):
        """All convolutions, those of the stem and of each block's first one for one rule vector."""
        convs = {}
        for (scale, shift), name in zip(self.rule_layers(rules), self.conditioned()):
            kernels, bias = self[f"{name}.weight"], self[f"{name}.bias"]
            convs[name] = (kernels * scale[:, None, None, None], bias * scale + shift)
        for i in range(self.net["blocks"]):
            name = f"trunk.blocks.{i}.second"
            convs[name] = (self[f"{name}.weight"], self[f"{name}.bias"])
        return convs

    def conditioned(self):
        return ["trunk.stem"] + [f"trunk.blocks.{i}.first" for i in range(self.net["blocks"])]

    def pools(self, block):
        return f"trunk.blocks.{block}.pooled.weight" in self.tensors


def pool(x):
    """Mean and maximum of every channel."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Play(nn.Module):
    """The network for play under one rule set, whose layers are folded into the convolutions."""

    def __init__(self, weights, rules):
        super().__init__()
        self.net = weights.net
        self.pooled = [weights.pools(i) for i in range(self.net["blocks"])]
        for name, (kernels, bias) in weights.folded(rules).items():
            self.put(name, kernels, bias)
        for name in weights.tensors:
            head = name.startswith(("policy.", "value.")) or ".pooled." in name
            if head and name.endswith(".weight"):
                name = name.removesuffix(".weight")
                self.put(name, weights[f"{name}.weight"], weights[f"{name}.bias"])

    def put(self, name, weight, bias):
        name = name.replace(".", "_")
        self.register_buffer(f"{name}_weight", torch.tensor(np.ascontiguousarray(weight)))
        self.register_buffer(f"{name}_bias", torch.tensor(bias))

    def layer(self, name):
        name = name.replace(".", "_")
        return getattr(self, f"{name}_weight"), getattr(self, f"{name}_bias")

    def forward(self, planes):
        x = F.relu(F.conv2d(planes, *self.layer("trunk.stem"), padding=1))
        for i, pooled in enumerate(self.pooled):
            inner = F.relu(F.conv2d(x, *self.layer(f"trunk.blocks.{i}.first"), padding=1))
            y = x + F.conv2d(inner, *self.layer(f"trunk.blocks.{i}.second"), padding=1)
            if pooled:
                y = y + F.linear(pool(inner), *self.layer(f"trunk.blocks.{i}.pooled"))[:, :, None, None]
            x = F.relu(y)
        all_ = pool(x)
        vectors = F.conv2d(x, *self.layer("policy.squares")).flatten(2)
        d = vectors.shape[1] // 2
        pairs = vectors[:, :d].transpose(1, 2) @ vectors[:, d:] / math.sqrt(d)
        victim = F.conv2d(x, *self.layer("policy.victim")).flatten(1)
        decline = F.linear(all_, *self.layer("policy.decline"))
        hidden = F.relu(F.linear(all_, *self.layer("value.hidden")))
        return pairs, victim, decline, F.linear(hidden, *self.layer("value.wdl")).softmax(1)


class Learn(nn.Module):
    """The whole network, to learn."""

    def __init__(self, weights):
        super().__init__()
        net = weights.net
        channels, planes, units = net["channels"], net["planes"], net["rule_hidden"]

        def conv(inputs, outputs, size):
            return nn.Conv2d(inputs, outputs, size, padding=size // 2)

        def policy():
            return nn.ModuleDict(
                {
                    "squares": conv(channels, 2 * net["policy_width"], 1),
                    "victim": conv(channels, 1, 1),
                    "decline": nn.Linear(2 * channels, 1),
                }
            )

        self.embedding = nn.Linear(net["rules"], units)
        self.stem, self.stem_rules = conv(planes, channels, 3), nn.Linear(units, 2 * channels)
        self.blocks = nn.ModuleList()
        for i in range(net["blocks"]):
            block = {
                "first": conv(channels, channels, 3),
                "rules": nn.Linear(units, 2 * channels),
                "second": conv(channels, channels, 3),
            }
            if weights.pools(i):
                block["pooled"] = nn.Linear(2 * channels, channels)
            self.blocks.append(nn.ModuleDict(block))
        self.policy, self.reply = policy(), policy()
        self.hidden = nn.Linear(2 * channels, net["value_hidden"])
        self.wdl, self.plies_left = nn.Linear(net["value_hidden"], 3), nn.Linear(net["value_hidden"], 1)
        self.occupancy = conv(channels, net["contents"], 1)

    @staticmethod
    def condition(x, both):
        scale, shift = both.chunk(2, 1)
        return x * (1 + scale)[:, :, None, None] + shift[:, :, None, None]

    @staticmethod
    def logits(head, x, pooled, chosen):
        vectors = head["squares"](x).flatten(2)
        d = vectors.shape[1] // 2
        pairs = (vectors[:, :d].transpose(1, 2) @ vectors[:, d:] / math.sqrt(d)).flatten(1)
        victim = head["victim"](x).flatten(1)
        choices = torch.cat([torch.zeros_like(victim[:, :1]), head["decline"](pooled), victim], 1)
        moves, kinds, mask = chosen
        return pairs.gather(1, moves) + choices.gather(1, kinds) + mask

    def loss(self, batch):
        rules = F.relu(self.embedding(batch["rules"]))
        x = F.relu(self.condition(self.stem(batch["planes"]), self.stem_rules(rules)))
        for block in self.blocks:
            inner = F.relu(self.condition(block["first"](x), block["rules"](rules)))
            y = x + block["second"](inner)
            if "pooled" in block:
                y = y + block["pooled"](pool(inner))[:, :, None, None]
            x = F.relu(y)
        pooled = pool(x)
        hidden = F.relu(self.hidden(pooled))

        def policy_loss(head):
            logits = self.logits(head, x, pooled, batch["moves"])
            return -(F.log_softmax(logits, 1) * batch["policy"]).sum(1).mean()

        value = -(F.log_softmax(self.wdl(hidden), 1) * batch["wdl"]).sum(1).mean()
        left = F.huber_loss(self.plies_left(hidden)[:, 0], batch["plies_left"])
        ends = -(F.log_softmax(self.occupancy(x).flatten(2), 1) * batch["occupancy"]).sum(1).mean()
        return policy_loss(self.policy) + value + 0.1 * left + 0.15 * (policy_loss(self.reply) + ends)


def onnx_graph(weights, rules):
    """The network for play under one rule set as an ONNX model."""
    nodes, tensors = [], []

    def constant(name, values):
        tensors.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(kind, inputs, output, **attributes):
        nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def conv(x, name, weight, bias, pad):
        inputs = [x, constant(f"{name}.weight", weight), constant(f"{name}.bias", bias)]
        return node("Conv", inputs, name, pads=[pad] * 4)

    def dense(x, name):
        inputs = [x, constant(f"{name}.weight", weights[f"{name}.weight"])]
        return node("Gemm", inputs + [constant(f"{name}.bias", weights[f"{name}.bias"])], name, transB=1)

    def flat(x, name, *shape):
        return node("Reshape", [x, constant(f"{name}.shape", np.array(shape, np.int64))], name)

    def pooled(x, name):
        mean, largest = node("GlobalAveragePool", [x], f"{name}.mean"), node("GlobalMaxPool", [x], f"{name}.max")
        return node("Flatten", [node("Concat", [mean, largest], f"{name}.both", axis=1)], name)

    convs = weights.folded(rules)
    x = node("Relu", [conv("planes", "trunk.stem", *convs["trunk.stem"], 1)], "x")
    channels = weights.net["channels"]
    for i in range(weights.net["blocks"]):
        first, second = f"trunk.blocks.{i}.first", f"trunk.blocks.{i}.second"
        inner = node("Relu", [conv(x, first, *convs[first], 1)], f"inner{i}")
        y = node("Add", [x, conv(inner, second, *convs[second], 1)], f"sum{i}")
        if weights.pools(i):
            bias = dense(pooled(inner, f"pool{i}"), f"trunk.blocks.{i}.pooled")
            y = node("Add", [y, flat(bias, f"bias{i}", -1, channels, 1, 1)], f"biased{i}")
        x = node("Relu", [y], f"x{i}")
    all_ = pooled(x, "pool")
    height, width = weights["positions.planes"].shape[2:]
    d, squares = weights.net["policy_width"], int(height) * int(width)
    root = np.float32(1 / math.sqrt(d))
    kernels, bias = weights["policy.squares.weight"], weights["policy.squares.bias"]
    # The root is folded into the vectors of the first square.
    from_ = flat(conv(x, "from", kernels[:d] * root, bias[:d] * root, 0), "from.flat", -1, d, squares)
    to = flat(conv(x, "to", kernels[d:], bias[d:], 0), "to.flat", -1, d, squares)
    node("MatMul", [node("Transpose", [from_], "from.rows", perm=[0, 2, 1]), to], "pairs")
    victim = conv(x, "victim.board", weights["policy.victim.weight"], weights["policy.victim.bias"], 0)
    flat(victim, "victim", -1, squares)
    dense(all_, "policy.decline")
    hidden = node("Relu", [dense(all_, "value.hidden")], "hidden")
    node("Softmax", [dense(hidden, "value.wdl")], "wdl", axis=1)

    def value(name, shape):
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    inputs = [value("planes", ["b", weights.net["planes"], int(height), int(width)])]
    shapes = {"pairs": [squares, squares], "victim": [squares], "policy.decline": [1], "wdl": [3]}
    outputs = [value(name, ["b", *shape]) for name, shape in shapes.items()]
    graph = helper.make_graph(nodes, "imperial", inputs, outputs, tensors)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=10)
    onnx.checker.check_model(model)
    return model.SerializeToString()
