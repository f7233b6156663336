"""Trains a reader on labelled documents, contracts and passage sets, with quantization-aware training. Needs PyTorch and a GPU.

    train_reader.py ROWS WEIGHTS.npz OUT [--teachers WEIGHTS.npz[:FOLDER] ...] [--unlabelled-share 0] [--seconds 420] [--rate 1e-4] [...]

ROWS is what tools/training-rows.ts wrote (one folder, or several with commas), WEIGHTS what reader_weights.py took out of a reader, from which
training starts. Only real documents of the training split are trained on. Readers are compared on those of the development set and of the
fitting split, on which the verdict weights are fitted.

With teachers (readers trained before: their weights, and the folder that further training wrote) the reader also learns the mean of their
probabilities, which is all there is to learn from documents without labels.

Against learning documents by heart, some words of the passages are masked (--mask), headings and lead-ins are dropped from some rows, and
passages of one document are put into another that is silent.
"""
import argparse

import numpy as np
import torch
import torch.nn.functional as F
from quantized_layers import Body, count_layers, trained_arrays, training_steps
from reader_rows import ABSENT, PASSAGES, UNKNOWN, Batches, ReaderRows
from training_rows import MASK, SEPARATOR

parser = argparse.ArgumentParser()
parser.add_argument("rows")
parser.add_argument("weights")
parser.add_argument("out")
parser.add_argument("--teachers", nargs="*", default=[])
parser.add_argument("--seconds", type=float, default=420)
parser.add_argument("--rate", type=float, default=1e-4)
parser.add_argument("--workers", type=int, default=5)
parser.add_argument("--batch", type=int, default=192)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--dropout", type=float, default=0.1)
parser.add_argument("--smoothing", type=float, default=0.05)
parser.add_argument("--mask", type=float, default=0.15, help="mean share of masked words in rows with masked words")
parser.add_argument("--real-share", type=float, default=0.5, help="share of rows of labelled real documents")
parser.add_argument("--unlabelled-share", type=float, default=0.0, help="share of rows of real documents without labels; needs teachers")
parser.add_argument("--written-share", type=float, default=0.0, help="share of rows of written documents with the catalogue's criteria")
parser.add_argument("--label-weight", type=float, default=0.5, help="weight of the labels beside the teachers")
parser.add_argument("--evaluate-every", type=int, default=1000)
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.backends.cuda.matmul.allow_tf32 = True
device = "cuda" if torch.cuda.is_available() else "cpu"


def mask_words(ids, mask):
    """Two rows of five stay unmasked, as all are in use."""
    is_word = mask & (ids != SEPARATOR) & ((ids == SEPARATOR).cumsum(1) > 0)
    shares = torch.rand(len(ids), 1, device=ids.device) * 2 * args.mask
    shares = shares * (torch.rand(len(ids), 1, device=ids.device) < 0.6)
    return torch.where(is_word & (torch.rand(ids.shape, device=ids.device) < shares), MASK, ids)


class Head(torch.nn.Module):
    def __init__(self, arrays, name):
        super().__init__()
        self.names = [f"{name}.{part}" for part in ("1.weight", "1.bias", "3.weight", "3.bias")]
        self.parts = torch.nn.ParameterList([torch.tensor(arrays[one]) for one in self.names])

    def forward(self, x):
        weight, bias, last_weight, last_bias = self.parts
        return torch.tanh(x @ weight + bias) @ last_weight + last_bias

    def export(self):
        return dict(zip(self.names, self.parts))


class Reader(torch.nn.Module):
    def __init__(self, arrays, **options):
        super().__init__()
        self.full_layers = int(arrays["full_layers"])
        layers = count_layers(arrays)
        # Verdicts are taken from the special tokens, or, where all tokens pass all layers, from means over the tokens.
        self.is_pooled = self.full_layers == layers
        self.body = Body(arrays, range(layers), **options)
        self.overall, self.each = Head(arrays, "g"), Head(arrays, "h")

    def forward(self, ids, mask, dropout=0.0):
        is_separator = (ids == SEPARATOR) & mask
        if self.is_pooled:
            # As in the shipped graph: a passage is counted from the separator before it.
            segment = is_separator.long().cumsum(1)
            types = (segment - is_separator.long() > 0).long()
            last = self.body(ids, types, mask, dropout)[-1].float()
            numbers = torch.arange(1, PASSAGES + 1, device=ids.device)
            pooling = torch.cat([mask[:, None], (segment[:, None] == numbers[None, :, None]) & mask[:, None]], 1).float()
            pooled = pooling @ last / pooling.sum(-1, keepdim=True).clamp(min=1)
            return self.overall(pooled[:, 0]), self.each(pooled[:, 1:])
        segment = is_separator.long().cumsum(1) - is_separator.long()
        # Indices of the special tokens: the beginning, the end of the requirement and of each passage; 0 if there is none.
        places = torch.zeros(len(ids), PASSAGES + 2, dtype=torch.long, device=ids.device)
        where = torch.arange(ids.shape[1], device=ids.device).expand_as(ids)
        places.scatter_add_(1, torch.where(is_separator, segment + 1, 0), torch.where(is_separator, where, 0))
        is_special = places > 0
        is_special[:, 0] = True
        special = self.body.at_special_tokens(ids, (segment > 0).long(), mask, places, is_special, self.full_layers, dropout).float()
        return self.overall(special[:, 0]), self.each(special[:, 2:])


def open_teacher(place):
    weights, _, folder = place.partition(":")
    arrays = dict(np.load(weights))
    for part in (1, 2, 3) if folder else ():
        arrays |= np.load(f"{folder}/part{part}.npz")
    return Reader(arrays, is_quantized=False).to(device).eval().requires_grad_(False)


@torch.no_grad()
def ask(teachers, ids, mask):
    """The mean of their probabilities, of all passages together and of each."""
    answers = [teacher(ids, mask) for teacher in teachers]
    return [torch.stack([scores.float().softmax(-1) for scores in own]).mean(0) for own in zip(*answers)]


def evaluate(answer, rows, when):
    """`answer` gives the logarithms of probabilities, of all passages together."""
    tests = [(row["split"], (row["statement"], row["passages"][:PASSAGES], [UNKNOWN] * PASSAGES, row["verdict"])) for row in rows.held_out]
    tests.sort(key=lambda test: sum(map(rows.length, test[1][1])))
    right, surprise, confusion = {}, [], np.zeros((4, 4), int)
    with torch.no_grad():
        for at in range(0, len(tests), 256):
            part = tests[at : at + 256]
            ids, mask, _, verdicts = rows.to_batch([row for _, row in part])
            scores = answer(ids.to(device), mask.to(device)).float().cpu()
            surprise += F.cross_entropy(scores, verdicts, reduction="none").tolist()
            for (kind, _), said, wanted in zip(part, scores.argmax(-1).tolist(), verdicts.tolist()):
                right.setdefault(kind, []).append(said == wanted)
                confusion[wanted, said] += 1
    everything = sum(right.values(), [])
    shares = " | ".join(f"{kind} {100 * np.mean(own):.2f} of {len(own)}" for kind, own in [*sorted(right.items()), ("all", everything)])
    print(f"{when}: held-out real documents {shares}, log loss {np.mean(surprise):.4f}, label by verdict {confusion.tolist()}", flush=True)


def save(reader, folder):
    """In parts, to keep files small."""
    trained = trained_arrays(reader) | {"full_layers": np.array(reader.full_layers)}
    layer_of = lambda name: int(name.split(".")[0][5:]) if name.startswith("layer") else 99
    for part, (first, last) in enumerate(((0, 5), (5, 10), (10, 100)), 1):
        np.savez_compressed(f"{folder}/part{part}.npz", **{name: own for name, own in trained.items() if first <= layer_of(name) < last})


def main():
    rows = ReaderRows(args.rows)
    reader, teachers = Reader(dict(np.load(args.weights))).to(device), [open_teacher(one) for one in args.teachers]
    counts = {name: len(getattr(rows, name)) for name in ("real", "held_out", "unlabelled", "silent", "documents", "sets", "together")}
    print(counts, f"{len(teachers)} teachers", flush=True)
    answer = lambda ids, mask: reader(ids, mask)[0]
    if teachers:
        evaluate(lambda ids, mask: ask(teachers, ids, mask)[0].log(), rows, "the teachers")
    batches = torch.utils.data.DataLoader(
        Batches(rows, rows.makers(args.real_share, args.unlabelled_share, args.written_share), args.batch, args.seed),
        **{"batch_size": None, "num_workers": args.workers, "prefetch_factor": 8, "pin_memory": device == "cuda"},
    )
    schedule = {"seconds": args.seconds, "rate": args.rate, "warm_up": 200, "device": device}
    step = 0
    for step, (ids, mask, labels, verdicts), update in training_steps(reader, batches, **schedule):
        masked = mask_words(ids, mask)
        overall, each = reader(masked, mask, dropout=args.dropout)
        cross_entropy = lambda now, own: F.cross_entropy(now.flatten(0, -2), own.flatten(), ignore_index=UNKNOWN, reduction="none", label_smoothing=args.smoothing)
        is_read = labels != ABSENT
        is_labelled = is_read & (labels != UNKNOWN)
        loss = cross_entropy(overall, verdicts).sum() / (verdicts != UNKNOWN).sum().clamp(min=1)
        each_loss = cross_entropy(each, labels.clamp(min=UNKNOWN)).view_as(labels)
        loss = loss + 0.5 * (each_loss * is_labelled).sum() / is_labelled.sum().clamp(min=1)
        if teachers:
            wanted, wanted_each = ask(teachers, ids, mask)
            apart = lambda now, own: -(own * now.float().log_softmax(-1)).sum(-1)
            taught = apart(overall, wanted).mean() + 0.5 * (apart(each, wanted_each) * is_read).sum() / is_read.sum()
            loss = args.label_weight * loss + taught
        update(loss)
        if step % args.evaluate_every == args.evaluate_every - 1:
            evaluate(answer, rows, f"after {step + 1} steps")
    evaluate(answer, rows, f"after {step + 1} steps")
    save(reader, args.out)


if __name__ == "__main__":
    main()
