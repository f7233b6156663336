"""Teaches an encoder with fewer layers to point where a larger one points, rounded as it is shipped. Needs PyTorch and a GPU.

    train_encoder.py ROWS WEIGHTS.npz OUT [--layers 3] [--start LEARNED.npz] [--seconds 300] [--rate 5e-4] [--batch 160] [--proof 0.3] [--seed 1]

ROWS is what tools/training-rows.ts wrote (one folder, or several with commas), WEIGHTS what encoder_weights.py took out of the encoder that
teaches. A batch has requirements with the passages that were found for them, so that what lies near to what is learned, too; which of these prove
something is told by labels (--proof says how much these count). Measured is on the documents nobody may learn from.
"""
import argparse
import random

import numpy as np
import torch
import torch.nn.functional as F
from rounded_layers import Body, apart_between, layers_in, learned_in, lessons, places_of
from training_rows import BEGIN, SEPARATOR, TrainingRows

TOKENS = 128
# Of the likeness of two texts: so that it is the nearest that count.
SHARPNESS = 0.05
OTHER_TEXTS = 200
device = "cuda"

arguments = argparse.ArgumentParser()
arguments.add_argument("rows")
arguments.add_argument("weights")
arguments.add_argument("out")
arguments.add_argument("--layers", type=int, default=3)
arguments.add_argument("--start", help="where an earlier training ended")
arguments.add_argument("--seconds", type=float, default=300)
arguments.add_argument("--rate", type=float, default=5e-4)
arguments.add_argument("--batch", type=int, default=160, help="requirements of a batch")
arguments.add_argument("--workers", type=int, default=14)
arguments.add_argument("--proof", type=float, default=0.3)
arguments.add_argument("--seed", type=int, default=1)
given = arguments.parse_args()
torch.manual_seed(given.seed)
torch.backends.cuda.matmul.allow_tf32 = True

known = TrainingRows(given.rows)


def row_tells(found, proving):
    return 0 < sum(one in proving for one in found) < len(found)


with_passages = [row for row in known.rows if row["kind"] in ("document", "contract") and row["p"]]
unseen = [row for row in known.rows if row["kind"] == "unseen" and row_tells(row["p"], set(row["proving"]))]
left_out = {number for row in known.rows if row["kind"] == "unseen" for number in row["p"]}
texts = [number for number in range(len(known)) if number not in left_out and known.length(number) > 0]


def some_texts(chance):
    """Texts, and for each requirement among them its place, those of what was found for it, and which of these prove something."""
    rows = chance.sample(with_passages, given.batch)
    of_row = [(row["s"], list(dict.fromkeys([*row["p"], *row["proving"][:2]])), set(row["proving"])) for row in rows]
    numbers = {one: at for at, one in enumerate(sorted({one for s, found, _ in of_row for one in (s, *found)}))}
    chosen = [known.text(one) for one in numbers]
    # Longer than any single one, too.
    for _ in range(OTHER_TEXTS):
        chosen.append(np.concatenate([known.text(one) for one in chance.sample(texts, chance.choice((1, 1, 2, 3)))]))
    most = max(len(found) for _, found, _ in of_row)
    places = torch.zeros(len(of_row), 1 + most, dtype=torch.long)
    proves = torch.zeros(len(of_row), most)
    is_there = torch.zeros(len(of_row), most, dtype=torch.bool)
    for at, (s, found, proving) in enumerate(of_row):
        places[at, : 1 + len(found)] = torch.tensor([numbers[one] for one in (s, *found)])
        is_there[at, : len(found)] = True
        if row_tells(found, proving):
            proves[at, : len(found)] = torch.tensor([float(one in proving) for one in found])
    return chosen, (places, proves, is_there)


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
        chance = random.Random(given.seed * 1000 + torch.utils.data.get_worker_info().id)
        while True:
            chosen, asked = some_texts(chance)
            yield *to_batch(chosen), *asked


class Encoder(torch.nn.Module):
    def __init__(self, arrays, places, **how):
        super().__init__()
        self.body = Body(arrays, places, **how)

    def forward(self, ids, mask, drop=0.0):
        states = self.body(ids, torch.zeros_like(ids), mask, drop)
        kept = mask[:, :, None].float()
        return F.normalize((states[-1].float() * kept).sum(1) / kept.sum(1), dim=-1), states


def proves_first(encoder, row):
    with torch.no_grad():
        ids, mask = (one.to(device) for one in to_batch([known.text(one) for one in (row["s"], *row["p"])]))
        requirement, *found = encoder(ids, mask)[0]
    return row["p"][int((torch.stack(found) @ requirement).argmax())] in row["proving"]


def measure(encoder, teacher, when):
    encoder.eval()
    ours, theirs = [], []
    measured = [known.text(number) for number in sorted(left_out)]
    with torch.no_grad():
        for at in range(0, len(measured), 512):
            ids, mask = (one.to(device) for one in to_batch(measured[at : at + 512]))
            ours.append(encoder(ids, mask)[0])
            theirs.append(teacher(ids, mask)[0])
    ours, theirs = torch.cat(ours), torch.cat(theirs)
    nearest = [(own @ own.T - 2 * torch.eye(len(own), device=device)).topk(10).indices for own in (ours, theirs)]
    shared = np.mean([len(set(a) & set(b)) / 10 for a, b in zip(*(own.tolist() for own in nearest))])
    first = np.mean([proves_first(encoder, row) for row in unseen])
    print(f"{when}: a proof first {100 * first:.1f} of 100; likeness {(ours * theirs).sum(-1).mean():.4f}, of the ten nearest {100 * shared:.1f} of 100 the same", flush=True)
    encoder.train()


def main():
    arrays = dict(np.load(given.weights))
    teacher = Encoder(arrays, range(layers_in(arrays)), is_rounded=False).to(device).eval().requires_grad_(False)
    places = places_of(given.layers, layers_in(arrays))
    begun = dict(np.load(given.start)) if given.start else {}
    encoder = Encoder({**arrays, **begun}, range(given.layers) if given.start else places).to(device)
    measure(teacher, teacher, "the teacher")
    measure(encoder, teacher, "before")
    batches = torch.utils.data.DataLoader(Texts(), batch_size=None, num_workers=given.workers, prefetch_factor=4, pin_memory=True)
    time_given = {"seconds": given.seconds, "rate": given.rate, "warm_up": 200, "device": device}
    for step, (ids, mask, asked, proves, is_there), learn in lessons(encoder, batches, **time_given):
        with torch.no_grad():
            aim, states_aim = teacher(ids, mask)
        now, states = encoder(ids, mask)
        alone = torch.eye(len(now), device=device) * 1e4
        likeness, likeness_aim = now @ now.T / SHARPNESS - alone, aim @ aim.T / SHARPNESS - alone
        loss = F.kl_div(likeness.log_softmax(-1), likeness_aim.softmax(-1), reduction="batchmean")
        loss = loss + 10 * (1 - (now * aim).sum(-1)).mean() + 0.3 * apart_between(states, states_aim, places, mask)
        if given.proof > 0:
            found = (now[asked[:, :1]] * now[asked[:, 1:]]).sum(-1) / SHARPNESS
            chances = found.masked_fill(~is_there, -1e4).log_softmax(-1)
            told = proves.sum(-1, keepdim=True)
            loss = loss - given.proof * (chances * proves / told.clamp(min=1)).sum() / (told > 0).sum().clamp(min=1)
        learn(loss)
    measure(encoder, teacher, f"after {step + 1} steps")
    np.savez_compressed(f"{given.out}/encoder.npz", **learned_in(encoder))


if __name__ == "__main__":
    main()
