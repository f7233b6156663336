"""Trains the encoder on real documents, with quantization-aware training. Needs PyTorch and a GPU.

    train_encoder.py ROWS WEIGHTS.npz OUT [--seconds 300] [--rate 2e-4] [--batch 40] [--label-weight 1] [--seed 1]

ROWS is what tools/training-rows.ts wrote (one folder, or several with commas), WEIGHTS what encoder_weights.py took out of the encoder, which
is both the start and the teacher: what the texts of a batch have to do with each other stays as it was. Labels say which passages of a
document are evidence for a criterion, whose embedding is made of its statement and wordings as the engine makes it. The encoder is
evaluated on the documents that train_reader.py holds out, too.
"""
import argparse
import random

import numpy as np
import torch
import torch.nn.functional as F
from quantized_layers import Body, count_layers, hidden_state_loss, trained_arrays, training_steps
from training_rows import BEGIN, SEPARATOR, TrainingRows

TOKENS = 128
# Of the softmax over similarities: a low one makes the nearest texts count most.
TEMPERATURE = 0.05
OTHER_TEXTS = 200
# Passages of the document that are not evidence, beside those that search found.
OTHER_PASSAGES = 16
# As in analysis/search/query-embeddings.ts.
STATEMENT_WEIGHT = 1.6
device = "cuda" if torch.cuda.is_available() else "cpu"

parser = argparse.ArgumentParser()
parser.add_argument("rows")
parser.add_argument("weights")
parser.add_argument("out")
parser.add_argument("--seconds", type=float, default=300)
parser.add_argument("--rate", type=float, default=2e-4)
parser.add_argument("--batch", type=int, default=40, help="criteria of a batch")
parser.add_argument("--workers", type=int, default=5)
parser.add_argument("--label-weight", type=float, default=1.0)
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.backends.cuda.matmul.allow_tf32 = True

data = TrainingRows(args.rows)
passages_of = {row["source"]: row["passages"] for row in data.rows if row["kind"] == "real document"}
is_held_out = lambda row: row["split"] != "train"
with_evidence = [row for row in data.rows if row["kind"] == "real" and row["bareEvidence"]]
real = [row for row in with_evidence if not is_held_out(row)]
validation = [row for row in with_evidence if is_held_out(row) and not row["isDoubted"]]
texts = [number for number in range(len(data)) if data.length(number) > 0]


def sample_texts(rng):
    """Texts; for each criterion the indices of statement and wordings and of passages; which passages are evidence."""
    rows = rng.choices(real, k=args.batch)
    of_row = []
    for row in rows:
        evidence = list(dict.fromkeys(row["bareEvidence"]))[:2]
        own = passages_of[row["source"]]
        others = row["bare"] + rng.sample(own, min(len(own), OTHER_PASSAGES))
        found = list(dict.fromkeys([*evidence, *(one for one in others if one not in row["bareEvidence"])]))
        of_row.append(([row["statement"], *rng.sample(row["wordings"], min(len(row["wordings"]), 8))], found, len(evidence)))
    numbers = {one: at for at, one in enumerate(sorted({one for query, found, _ in of_row for one in (*query, *found)}))}
    chosen = [data.text(one) for one in numbers]
    # Joined texts, for longer inputs.
    for _ in range(OTHER_TEXTS):
        chosen.append(np.concatenate([data.text(one) for one in rng.sample(texts, rng.choice((1, 1, 2, 3)))]))
    widths = [max(len(part[which]) for part in of_row) for which in (0, 1)]
    queries = torch.full((len(of_row), widths[0]), -1)
    places = torch.full((len(of_row), widths[1]), -1)
    is_evidence = torch.zeros(len(of_row), widths[1])
    for at, (query, found, count) in enumerate(of_row):
        queries[at, : len(query)] = torch.tensor([numbers[one] for one in query])
        places[at, : len(found)] = torch.tensor([numbers[one] for one in found])
        is_evidence[at, :count] = 1
    return chosen, (queries, places, is_evidence)


def to_batch(chosen):
    rows = [[BEGIN, *one[: TOKENS - 2], SEPARATOR] for one in chosen]
    # Lengths in steps, so that the layers are compiled for few shapes.
    ids = torch.zeros(len(rows), -(-max(map(len, rows)) // 16) * 16, dtype=torch.long)
    mask = torch.zeros(ids.shape, dtype=torch.bool)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = torch.tensor(row)
        mask[at, : len(row)] = True
    return ids, mask


def combine(embeddings, queries):
    """The embedding of a criterion: its wordings, and its statement once more."""
    own = embeddings[queries.clamp(min=0)] * (queries >= 0)[:, :, None]
    return F.normalize(F.normalize(own.sum(1), dim=-1) + STATEMENT_WEIGHT * own[:, 0], dim=-1)


class Texts(torch.utils.data.IterableDataset):
    def __iter__(self):
        rng = random.Random(args.seed * 1000 + torch.utils.data.get_worker_info().id)
        while True:
            chosen, queries = sample_texts(rng)
            yield *to_batch(chosen), *queries


class Encoder(torch.nn.Module):
    def __init__(self, arrays, places, **options):
        super().__init__()
        self.body = Body(arrays, places, **options)

    def forward(self, ids, mask, dropout=0.0):
        states = self.body(ids, torch.zeros_like(ids), mask, dropout)
        weights = mask[:, :, None].float()
        return F.normalize((states[-1].float() * weights).sum(1) / weights.sum(1), dim=-1), states


def embed(encoder, numbers):
    """Embeddings of many texts, by number; shorter texts first."""
    ordered = sorted(numbers, key=data.length)
    parts = []
    with torch.no_grad():
        for at in range(0, len(ordered), 512):
            ids, mask = (one.to(device) for one in to_batch([data.text(one) for one in ordered[at : at + 512]]))
            parts.append(encoder(ids, mask)[0])
    return {number: at for at, number in enumerate(ordered)}, torch.cat(parts)


def evaluate(encoder, when):
    encoder.eval()
    numbers = {one for row in validation for one in (row["statement"], *row["wordings"], *passages_of[row["source"]])}
    place_of, embeddings = embed(encoder, numbers)
    ranks = []
    for row in validation:
        query = combine(embeddings, torch.tensor([[place_of[one] for one in (row["statement"], *row["wordings"])]], device=device))[0]
        own = passages_of[row["source"]]
        evidence = [at for at, one in enumerate(own) if one in row["bareEvidence"]]
        if evidence:
            similarity = embeddings[torch.tensor([place_of[one] for one in own], device=device)] @ query
            ranks.append(int((similarity > similarity[evidence].max()).sum()))
    print(f"{when}: evidence first {100 * np.mean([one < 1 for one in ranks]):.1f}, among six {100 * np.mean([one < 6 for one in ranks]):.1f}, among ten {100 * np.mean([one < 10 for one in ranks]):.1f} of 100, {len(ranks)} criteria", flush=True)
    encoder.train()


def main():
    arrays = dict(np.load(args.weights))
    layers = range(count_layers(arrays))
    teacher = Encoder(arrays, layers, is_quantized=False).to(device).eval().requires_grad_(False)
    encoder = Encoder(arrays, layers).to(device)
    evaluate(encoder, "before")
    batches = torch.utils.data.DataLoader(Texts(), batch_size=None, num_workers=args.workers, prefetch_factor=4, pin_memory=device == "cuda")
    schedule = {"seconds": args.seconds, "rate": args.rate, "warm_up": 100, "device": device}
    step = 0
    for step, (ids, mask, queries, places, is_evidence), update in training_steps(encoder, batches, **schedule):
        with torch.no_grad():
            target, target_states = teacher(ids, mask)
        now, states = encoder(ids, mask, dropout=0.05)
        diagonal = torch.eye(len(now), device=device) * 1e4
        similarity, target_similarity = now @ now.T / TEMPERATURE - diagonal, target @ target.T / TEMPERATURE - diagonal
        loss = 0.3 * F.kl_div(similarity.log_softmax(-1), target_similarity.softmax(-1), reduction="batchmean")
        loss = loss + 0.1 * hidden_state_loss(states, target_states, layers, mask)
        found = (combine(now, queries)[:, None] * now[places.clamp(min=0)]).sum(-1) / TEMPERATURE
        log_probabilities = found.masked_fill(places < 0, -1e4).log_softmax(-1)
        loss = loss - args.label_weight * (log_probabilities * is_evidence).sum(-1).div(is_evidence.sum(-1)).mean()
        update(loss)
        if step % 1000 == 999:
            evaluate(encoder, f"after {step + 1} steps")
    evaluate(encoder, f"after {step + 1} steps")
    np.savez_compressed(f"{args.out}/encoder.npz", **trained_arrays(encoder))


if __name__ == "__main__":
    main()
