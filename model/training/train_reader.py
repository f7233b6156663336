"""Trains a reader on labelled documents, contracts and passage sets, with quantization-aware training. Needs PyTorch and a GPU.

    train_reader.py ROWS WEIGHTS.npz OUT [--seconds 420] [--rate 1e-4] [--real-share 0.5] [--mask 0.15] [--dropout 0.1] [--seed 1]

ROWS is what tools/training-rows.ts wrote (one folder, or several with commas), WEIGHTS what reader_weights.py took out of a reader, from which
training starts. Real documents of the development set, and some of the training set that a hash of their name chooses, are held out: the
verdict weights are fitted on them, and readers are compared on them.

Against learning documents by heart, some words of the passages are masked (--mask), headings and lead-ins are dropped from some rows, and
passages of one document are put into another that is silent.
"""
import argparse
import random
import re
import zlib

import numpy as np
import torch
import torch.nn.functional as F
from quantized_layers import WIDTH, Body, count_layers, trained_arrays, training_steps
from training_rows import BEGIN, MASK, SEPARATOR, TrainingRows

MET, PARTLY, CONTRADICTED, MISSING = range(4)
LABEL_OF = {"met": MET, "partly": PARTLY, "contradicted": CONTRADICTED, "near": MISSING}
# Shares of the four verdicts in rows made of written passages.
VERDICT_SHARES = [0.4, 0.2, 0.1, 0.3]
# In contracts, contradictions are the hard part.
CONTRACT_VERDICT_SHARES = [0.35, 0.05, 0.25, 0.35]
# How often a row of a real document is taken, by its verdict: contradictions are rare.
REAL_VERDICT_WEIGHTS = [1.0, 1.3, 2.5, 1.0]
UNKNOWN, ABSENT = -1, -2
PASSAGES, PASSAGE_TOKENS, TOKENS, MIN_TOKENS = 8, 112, 512, 8
# One training document in this many is held out.
HELD_OUT_OF = 8

parser = argparse.ArgumentParser()
parser.add_argument("rows")
parser.add_argument("weights")
parser.add_argument("out")
parser.add_argument("--seconds", type=float, default=420)
parser.add_argument("--rate", type=float, default=1e-4)
parser.add_argument("--workers", type=int, default=5)
parser.add_argument("--batch", type=int, default=192)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--dropout", type=float, default=0.1)
parser.add_argument("--smoothing", type=float, default=0.05)
parser.add_argument("--mask", type=float, default=0.15, help="mean share of masked words in rows with masked words")
parser.add_argument("--real-share", type=float, default=0.5, help="share of rows of real documents")
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.backends.cuda.matmul.allow_tf32 = True
device = "cuda" if torch.cuda.is_available() else "cpu"

# Training data.

data = TrainingRows(args.rows)
text, length = data.text, data.length


def is_held_out(source):
    return zlib.crc32(source.encode()) % HELD_OUT_OF == 0


real, real_held_out, documents, in_contracts, sets, together = [], [], [], [], [], []
for row in data.rows:
    if row["kind"] == "set":
        (together if "context" in row["members"] else sets).append(row)
    elif not row["passages"]:
        continue
    elif row["kind"] == "real":
        (real_held_out if row["split"] == "dev" or is_held_out(row["source"]) else real).append(row)
    elif row["kind"] == "contract":
        in_contracts.append(row)
    elif row["kind"] == "document":
        documents.append(row)
real_weights = np.cumsum([REAL_VERDICT_WEIGHTS[row["verdict"]] for row in real]).tolist()
about_contracts = {
    "scope-of-contracts",
    "long-clauses",
    "permissions-and-prohibitions",
    "what-defeats-a-requirement",
    "polarity-and-exceptions",
    "commercial-contracts",
    "one-change-of-prohibitions",
}
is_change = lambda row: row["source"].startswith("one-change")
change = [row for row in sets if is_change(row)]
others = [row for row in sets if not is_change(row)]
about = [row for row in sets if row["source"] in about_contracts]
kind_of = lambda row: row["source"].rsplit("-", 1)[0]
contracts_by_verdict = {}
for row in in_contracts:
    contracts_by_verdict.setdefault(row["verdict"], []).append(row)
# Contracts that are silent on what another one of their kind decides.
deciding_contracts = {}
for row in in_contracts:
    if row["verdict"] != MISSING and row["evidence"]:
        deciding_contracts.setdefault(row["statement"], []).append(row)
silent_contracts = [row for row in in_contracts if row["verdict"] == MISSING and row["statement"] in deciding_contracts]
of_file = {}
for row in sets:
    of_file.setdefault((row["source"], row["language"]), []).append(row)
# Real documents that decide what others are silent on.
deciding = {}
for row in real:
    if row["verdict"] != MISSING and row["evidence"] and not row["isDoubted"]:
        deciding.setdefault(row["statement"], []).append(row)
silent = [row for row in real if row["verdict"] == MISSING and row["statement"] in deciding]


def by_label(row):
    members = {}
    for role, texts in row["members"].items():
        if texts:
            members.setdefault(LABEL_OF[role], []).extend(texts)
    return members


def together_rows(row):
    """Rows of a set: kind, passages, the label of each passage, and of all together."""
    members = row["members"]
    met, first, second = members["met"][0], *members["halves"]
    return [
        ("context", list(members["context"]), [MISSING] * len(members["context"]), MISSING),
        ("met", [met], [MET], MET),
        ("halves", [first, second], [PARTLY, PARTLY], MET),
        ("half", [first], [PARTLY], PARTLY),
        ("half", [second], [PARTLY], PARTLY),
        ("exception", [met, members["exception"][0]], [UNKNOWN, UNKNOWN], PARTLY),
        *(("partly", [one], [PARTLY], PARTLY) for one in members["partly"]),
        *(("contradicted", [one], [CONTRADICTED], CONTRADICTED) for one in members["contradicted"]),
    ]


# Each row: statement, passages, the label of each passage, and of all together.


def choose_label(rng, labelled):
    label = rng.choices(list(labelled), [VERDICT_SHARES[one] for one in labelled])[0]
    return label, rng.choice(labelled[label])


def contract_row(rng):
    verdict = rng.choices(list(contracts_by_verdict), [CONTRACT_VERDICT_SHARES[one] for one in contracts_by_verdict])[0]
    row = rng.choice(contracts_by_verdict[verdict])
    if rng.random() < 0.2:
        # A contract of another kind is silent, however similar it sounds.
        other = rng.choice(contracts_by_verdict[verdict])
        if kind_of(other) != kind_of(row):
            return row["statement"], other["passages"], [MISSING] * len(other["passages"]), MISSING
    return row_of_document(rng, row)


def contract_with_clause_row(rng):
    row = rng.choice(silent_contracts)
    own = deciding_contracts[row["statement"]]
    # Every verdict equally often, or the statement alone would predict it.
    verdict = rng.choice(sorted({one["verdict"] for one in own}))
    other = rng.choice([one for one in own if one["verdict"] == verdict])
    clauses = sorted(set(other["evidence"]))[:2]
    passages = list(row["passages"][: PASSAGES - len(clauses)])
    if rng.random() < 0.3:
        passages = rng.sample(passages, rng.randrange(len(passages) + 1))
    for clause in clauses:
        passages.insert(min(int(rng.expovariate(0.6)), len(passages)), clause)
    label = verdict if len(clauses) == 1 else UNKNOWN
    return row["statement"], passages, [label if one in clauses else MISSING for one in passages], verdict


def about_contracts_row(rng):
    return row_of_set(rng, rng.choice(about))


def row_of_document(rng, row):
    passages, evidence, verdict = list(row["passages"][:PASSAGES]), set(row["evidence"]), row["verdict"]
    if verdict == MISSING:
        return row["statement"], passages, [MISSING] * len(passages), MISSING
    if evidence and not evidence & set(passages):
        one = rng.choice(sorted(evidence))
        passages = passages[: PASSAGES - 1]
        passages.insert(rng.randrange(len(passages) + 1), one)
    if len(passages) > 2 and rng.random() < 0.2:
        spare = [one for one in passages if one not in evidence]
        if spare:
            passages.remove(rng.choice(spare))
    if rng.random() < 0.15:
        rng.shuffle(passages)
    # With several evidence passages the label of each is unknown.
    is_alone = len(evidence & set(passages)) == 1
    return row["statement"], passages, [verdict if is_alone and one in evidence else UNKNOWN for one in passages], verdict


def set_row(rng):
    x = rng.random()
    return row_of_set(rng, rng.choice(change if x < 0.7 else others))


def row_of_set(rng, row):
    label, passage = choose_label(rng, by_label(row))
    passages = [passage]
    if rng.random() < 0.5:
        near = [one for one in row["members"].get("near", []) if one != passage]
        rng.shuffle(near)
        passages += near[: rng.randrange(3)]
        for _ in range(rng.randrange(3)):
            other = rng.choice(of_file[(row["source"], row["language"])])
            if other["statement"] != row["statement"]:
                passages.append(rng.choice(rng.choice([texts for texts in other["members"].values() if texts])))
        rng.shuffle(passages)
    return row["statement"], passages, [label if one == passage else MISSING for one in passages], label


def together_row(rng):
    row = rng.choice(together)
    labelled = {}
    for one in together_rows(row):
        labelled.setdefault(one[3], []).append(one)
    verdict, (kind, passages, labels, _) = choose_label(rng, labelled)
    if kind == "context":
        passages = rng.sample(passages, rng.randrange(1, len(passages) + 1))
        return row["statement"], passages, [MISSING] * len(passages), verdict
    context = row["members"]["context"]
    pairs = list(zip(passages, labels))
    pairs += [(one, MISSING) for one in rng.sample(context, rng.randrange(len(context) + 1))]
    rng.shuffle(pairs)
    return row["statement"], [one for one, _ in pairs], [label for _, label in pairs], verdict


def document_row(rng):
    return row_of_document(rng, rng.choice(documents))


def bare_or_not(rng, row, name, bare_name):
    """The passages with their headings and lead-ins, or some or all without."""
    share = 1.0 if rng.random() < 0.15 else 0.06
    return [bare if rng.random() < share else own for own, bare in zip(row[name], row[bare_name])]


def real_row(rng):
    row = rng.choices(real, cum_weights=real_weights)[0]
    chosen = bare_or_not(rng, row, "passages", "bare")[:PASSAGES]
    bare_of = dict(zip(row["passages"], chosen))
    evidence = [bare_of.get(one, one) for one in row["evidence"]]
    return row_of_document(rng, {**row, "passages": chosen, "evidence": evidence})


def real_with_clause_row(rng):
    """A real document that is silent, with the clause by which another one decides the same."""
    row = rng.choice(silent)
    own = deciding[row["statement"]]
    # Every verdict equally often, or the statement alone would predict it.
    verdict = rng.choice(sorted({one["verdict"] for one in own}))
    other = rng.choice([one for one in own if one["verdict"] == verdict])
    clauses = sorted(set(rng.choice([other["evidence"], other["bareEvidence"]])))[:2]
    passages = bare_or_not(rng, row, "passages", "bare")[: PASSAGES - len(clauses)]
    for clause in clauses:
        passages.insert(min(int(rng.expovariate(0.6)), len(passages)), clause)
    label = verdict if len(clauses) == 1 else UNKNOWN
    return row["statement"], passages, [label if one in clauses else MISSING for one in passages], verdict


def tokens_of(statement, passages):
    """The same input as encoder/onnx-reader.ts builds."""
    ids = [BEGIN, *text(statement)[:64], SEPARATOR]
    read = 0
    for passage in passages[:PASSAGES]:
        room = TOKENS - len(ids) - 1
        if room < MIN_TOKENS:
            break
        ids += [*text(passage)[: min(PASSAGE_TOKENS, room)], SEPARATOR]
        read += 1
    return ids, read


def to_batch(rows):
    made = [(*tokens_of(statement, passages), labels, verdict) for statement, passages, labels, verdict in rows]
    # Lengths in steps, so that the layers are compiled for few shapes.
    longest = -(-max(len(ids) for ids, *_ in made) // 32) * 32
    ids = torch.zeros(len(made), longest, dtype=torch.long)
    mask = torch.zeros(len(made), longest, dtype=torch.bool)
    labels = torch.full((len(made), PASSAGES), ABSENT)
    verdicts = torch.tensor([verdict for *_, verdict in made])
    for at, (own, read, own_labels, _) in enumerate(made):
        ids[at, : len(own)] = torch.tensor(own)
        mask[at, : len(own)] = True
        labels[at, :read] = torch.tensor(own_labels[:read])
    return ids, mask, labels, verdicts


class Rows(torch.utils.data.IterableDataset):
    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        rng = random.Random(args.seed * 1000 + (worker.id if worker else 0))
        written = [(document_row, 0.26 if documents else 0), (contract_row, 0.2), (contract_with_clause_row, 0.1)]
        written += [(set_row, 0.2), (together_row, 0.12), (about_contracts_row, 0.12)]
        makers = [(real_row, 0.85 * args.real_share), (real_with_clause_row, 0.15 * args.real_share)]
        total = sum(share for _, share in written)
        makers += [(maker, share / total * (1 - args.real_share)) for maker, share in written]
        while True:
            chosen = rng.choices([maker for maker, _ in makers], [share for _, share in makers], k=args.batch * 4)
            rows = [maker(rng) for maker in chosen]
            rows.sort(key=lambda row: sum(map(length, row[1])))
            batches = [rows[at : at + args.batch] for at in range(0, len(rows), args.batch)]
            rng.shuffle(batches)
            yield from (to_batch(batch) for batch in batches)


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
            pooling = torch.cat([mask[:, None], (segment[:, None] == numbers[:, None]) & mask[:, None]], 1).float()
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


def evaluate(reader, when):
    tests = [(row["split"], (row["statement"], row["passages"][:PASSAGES], [UNKNOWN] * PASSAGES, row["verdict"])) for row in real_held_out if not row["isDoubted"]]
    tests.sort(key=lambda test: sum(map(length, test[1][1])))
    reader.eval()
    right, surprise, confusion = {}, [], np.zeros((4, 4), int)
    with torch.no_grad():
        for at in range(0, len(tests), 256):
            part = tests[at : at + 256]
            ids, mask, _, verdicts = to_batch([row for _, row in part])
            overall, _ = reader(ids.to(device), mask.to(device))
            scores = overall.float().cpu()
            surprise += F.cross_entropy(scores, verdicts, reduction="none").tolist()
            for (kind, _), said, wanted in zip(part, scores.argmax(-1).tolist(), verdicts.tolist()):
                right.setdefault(kind, []).append(said == wanted)
                confusion[wanted, said] += 1
    reader.train()
    shares = " | ".join(f"{kind} {100 * np.mean(own):.2f} of {len(own)}" for kind, own in sorted(right.items()))
    print(f"{when}: held-out real documents {shares}, log loss {np.mean(surprise):.4f}, label by verdict {confusion.tolist()}", flush=True)


def save(reader, folder):
    """In parts, to keep files small."""
    trained = trained_arrays(reader) | {"full_layers": np.array(reader.full_layers)}
    layer_of = lambda name: int(name.split(".")[0][5:]) if name.startswith("layer") else 99
    for part, (first, last) in enumerate(((0, 5), (5, 10), (10, 100)), 1):
        np.savez_compressed(f"{folder}/part{part}.npz", **{name: own for name, own in trained.items() if first <= layer_of(name) < last})


def main():
    reader = Reader(dict(np.load(args.weights))).to(device)
    print(f"{len(real)} rows of real documents, {len(real_held_out)} held out, {len(documents)} of written ones, {len(in_contracts)} of contracts, {len(sets)} sets", flush=True)
    evaluate(reader, "before")
    batches = torch.utils.data.DataLoader(Rows(), batch_size=None, num_workers=args.workers, prefetch_factor=8, pin_memory=device == "cuda")
    schedule = {"seconds": args.seconds, "rate": args.rate, "warm_up": 200, "device": device}
    step = 0
    for step, (ids, mask, labels, verdicts), update in training_steps(reader, batches, **schedule):
        overall, each = reader(mask_words(ids, mask), mask, dropout=args.dropout)
        cross_entropy = lambda now, own: F.cross_entropy(now.flatten(0, -2), own.flatten(), ignore_index=UNKNOWN, reduction="none", label_smoothing=args.smoothing)
        is_labelled = (labels != ABSENT) & (labels != UNKNOWN)
        loss = cross_entropy(overall, verdicts).sum() / (verdicts != UNKNOWN).sum().clamp(min=1)
        each_loss = cross_entropy(each, labels.clamp(min=UNKNOWN)).view_as(labels)
        loss = loss + 0.5 * (each_loss * is_labelled).sum() / is_labelled.sum().clamp(min=1)
        update(loss)
        if step % 1000 == 999:
            evaluate(reader, f"after {step + 1} steps")
    evaluate(reader, f"after {step + 1} steps")
    save(reader, args.out)


if __name__ == "__main__":
    main()
