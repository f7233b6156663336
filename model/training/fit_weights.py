"""Fits the verdict weights. Needs numpy and scipy.

    fit_weights.py FEATURES.jsonl VERDICT-WEIGHTS.ts [--strength 8] [--trust 0.6] [--contracts 1] [--write]

FEATURES is what tools/verdict-features.ts wrote: labelled real documents that the reader was not trained on, as the catalogue asks
(given) and by its statements alone (derived), and the validation contracts (derived, each row counting --contracts). The fit starts from
the reader's own verdict (--trust), and --strength penalises moving away from it. Doubted verdicts take no part. The printed accuracy is
that of fits with each tenth of the documents left out in turn, and of fits with each control left out; the written weights are fitted on
all.

A feature never raises the probability of the verdict that `neverRaises` names (analysis/verdict/features.ts): with a softmax, that
verdict's weight is the lowest of the feature's four. The fit shifts each feature so that this weight is 0 and bounds the others below
by 0.
"""
import argparse
import json
import zlib

import numpy as np
from scipy.optimize import minimize

VERDICTS = ["met", "partly", "contradicted", "missing"]
# Unknown of an imported item: other items of the same document, and other documents' verdicts.
OF_THE_CATALOGUE = ("prior", "usual", "phrase", "contradictionPhrase", "hasPhrases")

parser = argparse.ArgumentParser()
parser.add_argument("features")
parser.add_argument("weights")
parser.add_argument("--strength", type=float, default=8)
parser.add_argument("--trust", type=float, default=0.6, help="weight of the reader's verdict at the start")
parser.add_argument("--contracts", type=float, default=1, help="weight of a contract's row")
parser.add_argument("--write", action="store_true")
args = parser.parse_args()

head, *rows = map(json.loads, open(args.features))
rows = [row for row in rows if not row["isDoubted"]]
names = head["featureNames"]
lowest = [VERDICTS.index(head["neverRaises"][name]) if name in head["neverRaises"] else None for name in names]

# The fit starts from the reader's own verdict on all passages together; the other features correct it.
start = np.zeros((len(names), 4))
for verdict, name in enumerate(("overallMet", "overallPartly", "overallContradicted", "overallNeutral")):
    start[names.index(name), verdict] = args.trust
# The softmax is the same when all weights of a feature are shifted.
for at, verdict in enumerate(lowest):
    if verdict is not None:
        start[at, verdict] = start[at].min()
        start[at] -= start[at, verdict]


class Rows:
    def __init__(self, kind):
        own = [row for row in rows if row["kind"] == kind]
        self.kind = kind
        self.features = np.array([row["features"] for row in own])
        if kind == "derived":
            self.features[:, [name.startswith(OF_THE_CATALOGUE) for name in names]] = 0
        self.labels = np.array([VERDICTS.index(row["label"]) for row in own])
        self.is_real = np.array([row["isReal"] for row in own])
        self.counts = np.where(self.is_real, 1, args.contracts)
        self.controls = np.array([row["control"] for row in own])
        self.folds = np.array([zlib.crc32(row["document"].encode()) // 8 % 10 for row in own])


def fit(features, labels, counts):
    spread = features.std(0)
    spread[spread < 1e-4] = 1
    penalties = np.array([0.01 if name == "bias" else args.strength for name in names])[:, None]
    targets = np.eye(4)[labels]

    def loss(change):
        change = change.reshape(start.shape)
        scores = features @ (start + change / spread[:, None])
        scores -= scores.max(1, keepdims=True)
        probabilities = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
        gradient = features.T @ (counts[:, None] * (probabilities - targets)) / spread[:, None] + 2 * penalties * change
        surprise = (counts * np.log((probabilities * targets).sum(1) + 1e-12)).sum()
        return (penalties * change**2).sum() - surprise, gradient.ravel()

    bounds = []
    for at, verdict in enumerate(lowest):
        for column in range(4):
            least = None if verdict is None else -start[at, column] * spread[at]
            bounds.append((least, least if column == verdict else None))
    change = minimize(loss, np.zeros(start.size), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500}).x
    return start + change.reshape(start.shape) / spread[:, None]


def report(what, scores, labels, controls):
    probabilities = np.exp(scores - scores.max(1, keepdims=True))
    probabilities /= probabilities.sum(1, keepdims=True)
    told = probabilities.argmax(1)
    share = lambda which: f"{100 * np.mean(told[which] == labels[which]):.1f}"
    silent = labels == 3
    surprise = -np.log(probabilities[np.arange(len(labels)), labels]).mean()
    print(
        f"{what}: right {share(labels >= 0)} of {len(labels)}, log loss {surprise:.3f}, told of silent ones {100 * np.mean(told[silent] != 3):.1f},"
        f" right of told partly {share(told == 1)} of {np.sum(told == 1)}, of told contradicted {share(told == 2)} of {np.sum(told == 2)}"
    )
    if len(set(controls)) < 20:
        print("  " + ", ".join(f"{one} {share(controls == one)}" for one in sorted(set(controls))))


def cross_fit(own, groups):
    scores = np.zeros((len(own.labels), 4))
    for group in sorted(set(groups)):
        out = groups == group
        scores[out] = own.features[out] @ fit(own.features[~out], own.labels[~out], own.counts[~out])
    return scores


source = open(args.weights).read()
for kind, following in (("given", "  derived: {"), ("derived", "};")):
    own = Rows(kind)
    print(f"{kind}: {len(own.labels)} rows")

    def report_parts(what, scores):
        for part, which in (("real", own.is_real), ("contracts", ~own.is_real)):
            if which.any():
                report(f"{what}, {part}", scores[which], own.labels[which], own.controls[which])

    report_parts("the reader alone", own.features @ start)
    report_parts("fitted, a tenth of the documents left out in turn", cross_fit(own, own.folds))
    report_parts("fitted, each control left out in turn", cross_fit(own, own.controls))
    weights = fit(own.features, own.labels, own.counts)
    weights -= weights.mean(1, keepdims=True)
    if kind == "derived":
        weights[[name.startswith(OF_THE_CATALOGUE) for name in names]] = 0
    format_weight = lambda x: f"{x:.3f}".rstrip("0").rstrip(".") if round(x, 3) else "0.0"
    lines = "".join(f"    {name}: [{', '.join(map(format_weight, one))}],\n" for name, one in zip(names, weights))
    begin = source.index(f"  {kind}: {{\n    bias")
    end = source.index(following, begin)
    source = source[:begin] + f"  {kind}: {{\n" + lines + "  },\n" + source[end:]
if args.write:
    open(args.weights, "w").write(source)
