"""Fits the verdict weights for criteria of the catalogue. Needs numpy and scipy.

    fit_weights.py FEATURES.jsonl CASE-FEATURES.jsonl VERDICT-WEIGHTS.ts [--strength 10] [--cases 1] [--plain 0.4] [--write]

FEATURES is what tools/verdict-features.ts wrote with the shipped reader; only its validation documents are used. CASE-FEATURES is what it
wrote with a reader that was not trained on bench/cases (train_reader.py --from-encoder); only its cases are used, each criterion with the
weight --cases. The validation documents that are written as companies write (CODE-f?.md) outnumber those mixed on purpose, so each of their
criteria has the weight --plain. The fit starts from the weights in the file, and --strength penalises moving away from them. The printed
accuracy is that of a fit with each control left out in turn; the written weights are fitted on all.

A feature never raises the probability of the verdict that `neverRaises` names (analysis/verdict/features.ts): with a softmax, that
verdict's weight is the lowest of the feature's four. The fit shifts each feature so that this weight is 0 and bounds the others below
by 0.
"""
import argparse
import json
import re

import numpy as np
from scipy.optimize import minimize

VERDICTS = ["met", "partly", "contradicted", "missing"]
# As in analysis/verdict/score-item.ts.
CREDITS = np.array([1, 0.5, 0, 0])
LEVEL_THRESHOLDS = [0.4, 0.94]

parser = argparse.ArgumentParser()
parser.add_argument("features")
parser.add_argument("case_features")
parser.add_argument("weights")
parser.add_argument("--strength", type=float, default=10)
parser.add_argument("--cases", type=float, default=1)
parser.add_argument("--plain", type=float, default=0.4)
parser.add_argument("--write", action="store_true")
args = parser.parse_args()


def read(file, is_case):
    first, *rows = map(json.loads, open(file))
    return first, [row for row in rows if row["features"] and row["isCase"] == is_case]


head, rows = read(args.features, False)
case_head, case_rows = read(args.case_features, True)
assert case_head == head
names = head["featureNames"]
lowest = [VERDICTS.index(head["neverRaises"][name]) if name in head["neverRaises"] else None for name in names]
rows += case_rows
is_plain = lambda row: re.search(r"-f\w\.", row["document"]) is not None
row_weights = np.array([args.cases if row["isCase"] else args.plain if is_plain(row) else 1.0 for row in rows])
features = np.array([row["features"] for row in rows])
labels = np.array([VERDICTS.index(row["label"]) for row in rows])
controls = np.array([row["control"] for row in rows])
# AIT-x.md, AIT-x.de.md
languages = np.array([row["document"].split(".")[-2] if row["document"].count(".") > 1 else "en" for row in rows])
# Reported apart: the cases were read by another reader.
kind_of = lambda row: "cases, " if row["isCase"] else "plain, " if is_plain(row) else ""
groups = np.array([f"{kind_of(row)}{language}" for row, language in zip(rows, languages)])

source = open(args.weights).read()
begin, end = source.index("  given: {"), source.index("  derived: {")
current = {name: values for name, values in re.findall(r"(\w+): \[([^\]]+)\]", source[begin:end])}
start = np.array([[float(value) for value in current[name].split(",")] for name in names])
# The softmax is the same when all weights of a feature are shifted.
for at, verdict in enumerate(lowest):
    if verdict is not None:
        start[at, verdict] = start[at].min()
        start[at] -= start[at, verdict]


def fit(features, labels, row_weights):
    spread = features.std(0)
    spread[spread < 1e-4] = 1
    targets = np.eye(4)[labels]

    def loss(change):
        change = change.reshape(start.shape)
        scores = features @ (start + change / spread[:, None])
        scores -= scores.max(1, keepdims=True)
        probabilities = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
        gradient = features.T @ ((probabilities - targets) * row_weights[:, None]) / spread[:, None] + 2 * args.strength * change
        log_likelihood = (row_weights * np.log((probabilities * targets).sum(1) + 1e-12)).sum()
        return args.strength * (change**2).sum() - log_likelihood, gradient.ravel()

    bounds = []
    for at, verdict in enumerate(lowest):
        for column in range(4):
            is_lowest = column == verdict
            least = None if verdict is None else -start[at, column] * spread[at]
            bounds.append((least, least if is_lowest else None))
    change = minimize(loss, np.zeros(start.size), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500}).x
    return start + change.reshape(start.shape) / spread[:, None]


def level_of(part, verdicts):
    musts = [at for at in part if rows[at]["level"] == "must"] or part
    weights = np.array([rows[at]["weight"] ** 2 for at in musts])
    share = (weights * CREDITS[verdicts[musts]]).sum() / weights.sum()
    return int(np.searchsorted(LEVEL_THRESHOLDS, share, side="right"))


def report(what, verdicts):
    items = {}
    for at, row in enumerate(rows):
        items.setdefault((row["document"], row["item"]), []).append(at)
    parts = []
    for group in sorted(set(groups)):
        is_same = (verdicts == labels)[groups == group]
        levels = [level_of(part, verdicts) == level_of(part, labels) for part in items.values() if groups[part[0]] == group]
        parts.append(f"{group} {100 * np.mean(is_same):.1f} of {len(is_same)} verdicts, {100 * np.mean(levels):.1f} of {len(levels)} levels")
    print(f"{what}, of 100: {'; '.join(parts)}")


report("current weights", np.array([VERDICTS.index(row["verdict"]) for row in rows]))
predicted = np.zeros(len(rows), int)
for control in sorted(set(controls)):
    is_out = controls == control
    predicted[is_out] = (features[is_out] @ fit(features[~is_out], labels[~is_out], row_weights[~is_out])).argmax(1)
report("fitted, each control left out in turn", predicted)
if args.write:
    weights = fit(features, labels, row_weights)
    weights -= weights.mean(1, keepdims=True)
    format_weight = lambda x: f"{x:.3f}".rstrip("0").rstrip(".") if round(x, 3) else "0.0"
    lines = "".join(f"    {name}: [{', '.join(map(format_weight, own))}],\n" for name, own in zip(names, weights))
    open(args.weights, "w").write(source[:begin] + "  given: {\n" + lines + "  },\n" + source[end:])
