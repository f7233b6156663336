"""Fits the weights of signs for criteria of the catalogue. Needs numpy and scipy.

    fit_weights.py SIGNS.jsonl CASE-SIGNS.jsonl VERDICT-WEIGHTS.ts [--strength 10] [--cases 1] [--plain 0.4] [--write]

SIGNS is what tools/verdict-features.ts wrote with the reader that is shipped: of it, the documents no reader may learn from are used.
CASE-SIGNS is what it wrote with a reader that has not learned from bench/cases (train_reader.py --anew): of it, two thirds of those cases,
each criterion of which counts as much as so many of the others. Of those others, the documents that are written as companies write (CODE-f?.md) are many
more than those that were mixed on purpose: each of their criteria counts for a part (--plain), so that neither kind outweighs the other. The weights in the file are where it begins, and the strength is
how hard it is to move away from them. Told is how well it does with each control left out of the fit in turn; what is written is
fitted on all of them.
"""
import argparse
import json
import re

import numpy as np
from scipy.optimize import minimize

VERDICTS = ["met", "partly", "contradicted", "missing"]
# As analysis/verdict/score-item.ts has them.
CREDITS = np.array([1, 0.5, 0, 0])
LINES = [0.4, 0.94]

arguments = argparse.ArgumentParser()
arguments.add_argument("signs")
arguments.add_argument("case_signs")
arguments.add_argument("weights")
arguments.add_argument("--strength", type=float, default=10)
arguments.add_argument("--cases", type=float, default=1)
arguments.add_argument("--plain", type=float, default=0.4)
arguments.add_argument("--write", action="store_true")
given = arguments.parse_args()



def read(file, is_case):
    first, *rows = map(json.loads, open(file))
    return first["signNames"], [row for row in rows if row["signs"] and row["isCase"] == is_case]


names, rows = read(given.signs, False)
case_names, case_rows = read(given.case_signs, True)
assert case_names == names
rows += case_rows
is_plain = lambda row: re.search(r"-f\w\.", row["document"]) is not None
counts = np.array([given.cases if row["isCase"] else given.plain if is_plain(row) else 1.0 for row in rows])
signs = np.array([row["signs"] for row in rows])
labels = np.array([VERDICTS.index(row["label"]) for row in rows])
controls = np.array([row["control"] for row in rows])
# AIT-x.md, AIT-x.de.md
languages = np.array([row["document"].split(".")[-2] if row["document"].count(".") > 1 else "en" for row in rows])
# The cases were read by another reader than the others.
kind_of = lambda row: "cases, " if row["isCase"] else "plain, " if is_plain(row) else ""
groups = np.array([f"{kind_of(row)}{language}" for row, language in zip(rows, languages)])

source = open(given.weights).read()
begin, end = source.index("  given: {"), source.index("  derived: {")
before = {name: figures for name, figures in re.findall(r"(\w+): \[([^\]]+)\]", source[begin:end])}
start = np.array([[float(figure) for figure in before[name].split(",")] for name in names])


def fitted(signs, labels, counts):
    spread = signs.std(0)
    spread[spread < 1e-4] = 1
    wanted = np.eye(4)[labels]

    def loss(moved):
        moved = moved.reshape(start.shape)
        scores = signs @ (start + moved / spread[:, None])
        scores -= scores.max(1, keepdims=True)
        chances = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
        slope = signs.T @ ((chances - wanted) * counts[:, None]) / spread[:, None] + 2 * given.strength * moved
        return -(counts * np.log((chances * wanted).sum(1) + 1e-12)).sum() + given.strength * (moved**2).sum(), slope.ravel()

    moved = minimize(loss, np.zeros(start.size), jac=True, method="L-BFGS-B", options={"maxiter": 500}).x
    return start + moved.reshape(start.shape) / spread[:, None]


def level_of(part, verdicts):
    musts = [at for at in part if rows[at]["level"] == "must"] or part
    weights = np.array([rows[at]["weight"] ** 2 for at in musts])
    return int(np.searchsorted(LINES, (weights * CREDITS[verdicts[musts]]).sum() / weights.sum(), side="right"))


def tell(what, verdicts):
    items = {}
    for at, row in enumerate(rows):
        items.setdefault((row["document"], row["item"]), []).append(at)
    told = []
    for group in sorted(set(groups)):
        is_same = (verdicts == labels)[groups == group]
        levels = [level_of(part, verdicts) == level_of(part, labels) for part in items.values() if groups[part[0]] == group]
        told.append(f"{group} {100 * np.mean(is_same):.1f} of {len(is_same)} verdicts, {100 * np.mean(levels):.1f} of {len(levels)} levels")
    print(f"{what}, of 100: {'; '.join(told)}")


tell("as it is", np.array([VERDICTS.index(row["verdict"]) for row in rows]))
left_out = np.zeros(len(rows), int)
for control in sorted(set(controls)):
    is_out = controls == control
    left_out[is_out] = (signs[is_out] @ fitted(signs[~is_out], labels[~is_out], counts[~is_out])).argmax(1)
tell("fitted, control by control left out", left_out)
if given.write:
    weights = fitted(signs, labels, counts)
    weights -= weights.mean(1, keepdims=True)
    figure = lambda x: f"{x:.3f}".rstrip("0").rstrip(".") if round(x, 3) else "0.0"
    lines = "".join(f"    {name}: [{', '.join(map(figure, own))}],\n" for name, own in zip(names, weights))
    open(given.weights, "w").write(source[:begin] + "  given: {\n" + lines + "  },\n" + source[end:])
