"""Fits the weights of search (analysis/search/relevance.ts) for criteria with the catalogue's wordings and without. Needs numpy and scipy.

    fit_search.py FEATURES.jsonl [--strength 0.05]

FEATURES is what tools/search-features.ts wrote. The fit maximises the probability of the passages that overlap a person's span among
all of them, by a softmax over relevance; --strength penalises moving away from today's weights. The printed shares are those of fits
with each tenth of the documents left out in turn.
"""
import argparse
import json
import zlib

import numpy as np
from scipy.optimize import minimize

NAMES = ["words", "groups", "headings", "meaning", "nameMeaning", "around", "length", "isHeading"]
NAMES += ["phrases", "repeats", "headingMeaning", "leadInMeaning", "hasLeadIn"]
TODAY = {
    True: [4.19, -0.41, 0.93, 12.8, -0.11, 2.81, 1.13, -2.66, 3.09, -1.53, 2.04, 3.38, -0.66],
    False: [7.25, -0.01, 1.12, 12.3, 1.96, 2.84, 1.53, -3.12, 0, -1.55, 2.09, 3.37, -0.55],
}
READ = 12

parser = argparse.ArgumentParser()
parser.add_argument("features")
parser.add_argument("--strength", type=float, default=0.05)
parser.add_argument("--gap", type=float, default=4.5)
args = parser.parse_args()
rows = [row for row in map(json.loads, open(args.features))]


def pack(rows):
    """All candidates in one matrix; groups as offsets."""
    groups = [np.array(row["right"] + row["wrong"]) for row in rows]
    rights = np.concatenate([[1] * len(row["right"]) + [0] * len(row["wrong"]) for row in rows])
    offsets = np.cumsum([0] + [len(group) for group in groups])
    return np.concatenate(groups), rights, offsets


def fit(rows, start):
    features, rights, offsets = pack(rows)
    spread = features.std(0)
    spread[spread < 1e-4] = 1
    starts, sizes = offsets[:-1], np.diff(offsets)

    def loss(change):
        scores = features @ (start + change / spread)
        scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
        powers = np.exp(scores)
        total = np.add.reduceat(powers, starts)
        right = np.add.reduceat(powers * rights, starts)
        of_all = powers / np.repeat(total, sizes)
        of_right = powers * rights / np.repeat(right, sizes)
        gradient = features.T @ (of_all - of_right) / spread + 2 * args.strength * len(rows) * 0.01 * change
        return args.strength * len(rows) * 0.01 * (change**2).sum() - np.log(right / total).sum(), gradient

    change = minimize(loss, np.zeros(len(start)), jac=True, method="L-BFGS-B", options={"maxiter": 300}).x
    return start + change / spread


def places(rows, weights):
    """The place of the first right passage in each row, from 0, and how far it is behind the first one."""
    out, gaps = [], []
    for row in rows:
        right = max(np.array(row["right"]) @ weights)
        wrong = np.array(row["wrong"]) @ weights if row["wrong"] else np.array([])
        out.append((wrong > right).sum())
        gaps.append(max(0, (wrong.max() if len(wrong) else right) - right))
    return np.array(out), np.array(gaps)


def report(what, place, gap):
    share = lambda which: f"{100 * np.mean(which):.1f}"
    print(
        f"{what}: first {share(place < 1)}, among three {share(place < 3)}, six {share(place < 6)}, eight {share(place < 8)},"
        f" twelve {share(place < 12)}, read {share((place < READ) & (gap <= args.gap))}"
    )


for has_wordings in (True, False):
    own = [row for row in rows if row["hasWordings"] == has_wordings and row["right"] and row["wrong"]]
    none = sum(row["hasWordings"] == has_wordings and not row["right"] for row in rows)
    start = np.array(TODAY[has_wordings])
    print(f"{'with' if has_wordings else 'without'} wordings: {len(own)} rows, {none} whose span is in no passage")
    report("today", *places(own, start))
    folds = np.array([zlib.crc32(row["document"].encode()) // 8 % 10 for row in own])
    place, gap = np.zeros(len(own)), np.zeros(len(own))
    for fold in range(10):
        out = np.where(folds == fold)[0]
        if len(out) == 0:
            continue
        weights = fit([row for row, at in zip(own, folds) if at != fold], start)
        place[out], gap[out] = places([own[at] for at in out], weights)
    report("fitted, left out", place, gap)
    for language in ("en", "de", "fr", "es"):
        which = np.array([row["language"] == language for row in own])
        if which.any():
            report(f"  {language} ({which.sum()})", place[which], gap[which])
    print("  ", dict(zip(NAMES, np.round(fit(own, start), 2))))
