"""Distils an encoder into one with fewer layers, with quantization-aware training. Needs PyTorch and a GPU.

    train_encoder.py ROWS WEIGHTS.npz OUT [--layers 3] [--resume TRAINED.npz] [--seconds 300] [--rate 5e-4] [--batch 160] [--label-weight 0.3] [--seed 1]

ROWS is what tools/training-rows.ts wrote (one folder, or several with commas), WEIGHTS what encoder_weights.py took out of the teacher.
A batch has requirements with the passages found for them, so that the student learns their neighbourhood; labels say which passages are
evidence (--label-weight). It is evaluated on the validation documents.
"""
import argparse
import random

import numpy as np
import torch
import torch.nn.functional as F
from quantized_layers import Body, count_layers, hidden_state_loss, select_layers, trained_arrays, training_steps
from training_rows import BEGIN, SEPARATOR, TrainingRows

TOKENS = 128
# Of the softmax over similarities: a low one makes the nearest texts count most.
TEMPERATURE = 0.05
OTHER_TEXTS = 200
device = "cuda"

parser = argparse.ArgumentParser()
parser.add_argument("rows")
parser.add_argument("weights")
parser.add_argument("out")
parser.add_argument("--layers", type=int, default=3)
parser.add_argument("--resume", help="the result of an earlier training")
parser.add_argument("--seconds", type=float, default=300)
parser.add_argument("--rate", type=float, default=5e-4)
parser.add_argument("--batch", type=int, default=160, help="requirements of a batch")
parser.add_argument("--workers", type=int, default=14)
parser.add_argument("--label-weight", type=float, default=0.3)
parser.add_argument("--seed", type=int, default=1)
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.backends.cuda.matmul.allow_tf32 = True

data = TrainingRows(args.rows)


def has_evidence_and_others(found, evidence):
    return 0 < sum(one in evidence for one in found) < len(found)


with_passages = [row for row in data.rows if row["kind"] in ("document", "contract") and row["passages"]]
validation = [row for row in data.rows if row["kind"] == "validation document" and has_evidence_and_others(row["passages"], set(row["evidence"]))]
validation_texts = {number for row in data.rows if row["kind"] == "validation document" for number in row["passages"]}
texts = [number for number in range(len(data)) if number not in validation_texts and data.length(number) > 0]


def sample_texts(rng):
    """Texts; for each requirement its index and those of its passages; which passages are evidence; which are padding."""
    rows = rng.sample(with_passages, args.batch)
    of_row = [(row["statement"], list(dict.fromkeys([*row["passages"], *row["evidence"][:2]])), set(row["evidence"])) for row in rows]
    numbers = {one: at for at, one in enumerate(sorted({one for statement, found, _ in of_row for one in (statement, *found)}))}
    chosen = [data.text(one) for one in numbers]
    # Joined texts, for longer inputs.
    for _ in range(OTHER_TEXTS):
        chosen.append(np.concatenate([data.text(one) for one in rng.sample(texts, rng.choice((1, 1, 2, 3)))]))
    most = max(len(found) for _, found, _ in of_row)
    places = torch.zeros(len(of_row), 1 + most, dtype=torch.long)
    is_evidence = torch.zeros(len(of_row), most)
    is_present = torch.zeros(len(of_row), most, dtype=torch.bool)
    for at, (statement, found, evidence) in enumerate(of_row):
        places[at, : 1 + len(found)] = torch.tensor([numbers[one] for one in (statement, *found)])
        is_present[at, : len(found)] = True
        if has_evidence_and_others(found, evidence):
            is_evidence[at, : len(found)] = torch.tensor([float(one in evidence) for one in found])
    return chosen, (places, is_evidence, is_present)


def to_batch(chosen):
    rows = [[BEGIN, *one[: TOKENS - 2], SEPARATOR] for one in chosen]
    ids = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.long)
    mask = torch.zeros(ids.shape, dtype=torch.bool)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = torch.tensor(row)
        mask[at, : len(row)] = True
    return ids, mask


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


def is_evidence_first(encoder, row):
    with torch.no_grad():
        ids, mask = (one.to(device) for one in to_batch([data.text(one) for one in (row["statement"], *row["passages"])]))
        requirement, *found = encoder(ids, mask)[0]
    return row["passages"][int((torch.stack(found) @ requirement).argmax())] in row["evidence"]


def evaluate(encoder, teacher, when):
    encoder.eval()
    ours, theirs = [], []
    held_out = [data.text(number) for number in sorted(validation_texts)]
    with torch.no_grad():
        for at in range(0, len(held_out), 512):
            ids, mask = (one.to(device) for one in to_batch(held_out[at : at + 512]))
            ours.append(encoder(ids, mask)[0])
            theirs.append(teacher(ids, mask)[0])
    ours, theirs = torch.cat(ours), torch.cat(theirs)
    neighbours = [(own @ own.T - 2 * torch.eye(len(own), device=device)).topk(10).indices for own in (ours, theirs)]
    shared = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(*(own.tolist() for own in neighbours))])
    first = np.mean([is_evidence_first(encoder, row) for row in validation])
    print(f"{when}: evidence first {100 * first:.1f} of 100; similarity {(ours * theirs).sum(-1).mean():.4f}, {100 * shared:.1f} of 100 of the ten nearest shared", flush=True)
    encoder.train()


def main():
    arrays = dict(np.load(args.weights))
    teacher = Encoder(arrays, range(count_layers(arrays)), is_quantized=False).to(device).eval().requires_grad_(False)
    places = select_layers(args.layers, count_layers(arrays))
    resumed = dict(np.load(args.resume)) if args.resume else {}
    encoder = Encoder({**arrays, **resumed}, range(args.layers) if args.resume else places).to(device)
    evaluate(teacher, teacher, "the teacher")
    evaluate(encoder, teacher, "before")
    batches = torch.utils.data.DataLoader(Texts(), batch_size=None, num_workers=args.workers, prefetch_factor=4, pin_memory=True)
    schedule = {"seconds": args.seconds, "rate": args.rate, "warm_up": 200, "device": device}
    for step, (ids, mask, queries, is_evidence, is_present), update in training_steps(encoder, batches, **schedule):
        with torch.no_grad():
            target, target_states = teacher(ids, mask)
        now, states = encoder(ids, mask)
        diagonal = torch.eye(len(now), device=device) * 1e4
        similarity, target_similarity = now @ now.T / TEMPERATURE - diagonal, target @ target.T / TEMPERATURE - diagonal
        loss = F.kl_div(similarity.log_softmax(-1), target_similarity.softmax(-1), reduction="batchmean")
        loss = loss + 10 * (1 - (now * target).sum(-1)).mean() + 0.3 * hidden_state_loss(states, target_states, places, mask)
        if args.label_weight > 0:
            found = (now[queries[:, :1]] * now[queries[:, 1:]]).sum(-1) / TEMPERATURE
            log_probabilities = found.masked_fill(~is_present, -1e4).log_softmax(-1)
            count = is_evidence.sum(-1, keepdim=True)
            loss = loss - args.label_weight * (log_probabilities * is_evidence / count.clamp(min=1)).sum() / (count > 0).sum().clamp(min=1)
        update(loss)
    evaluate(encoder, teacher, f"after {step + 1} steps")
    np.savez_compressed(f"{args.out}/encoder.npz", **trained_arrays(encoder))


if __name__ == "__main__":
    main()
