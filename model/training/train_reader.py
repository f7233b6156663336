"""Trains a reader on labels and by distillation, with quantization-aware training. Needs PyTorch and a GPU.

    train_reader.py ROWS WEIGHTS.npz OUT [--resume FOLDER] [--teachers FOLDER,FOLDER] [--from-encoder ENCODER.npz] [--new-documents PATTERN] [--mask 0.1] [--seconds 480] [--rate 2.5e-4] [--seed 1]

ROWS is what tools/training-rows.ts wrote (one folder, or several with commas), WEIGHTS what reader_weights.py took out of a reader. That
reader is the teacher and the student's start, unless the student resumes an earlier training (--resume). Further trained readers can be
teachers, too (--teachers): the target is the mean of their predictions.

With --from-encoder the student starts from the layers of an encoder and is trained without bench/cases: the verdict weights for the cases
have to be fitted on a reader that has not memorised them.

Some words of the passages are masked for the student in most rows (--mask), so that it does not memorise documents.

Labels count more for contracts, which the teachers know less well, and most for documents no teacher was trained on (--new-documents,
by name), where the teachers hardly count.

An eighth of the requirements of some passage sets is held out; the reader is evaluated on these, on the validation documents and on the
validation contracts.
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
# Shares of the four verdicts, nearly as in documents: a reader that sees mostly shortfalls finds shortfalls everywhere.
VERDICT_SHARES = [0.4, 0.27, 0.13, 0.2]
# In contracts, contradictions are the hard part.
CONTRACT_VERDICT_SHARES = [0.35, 0.05, 0.3, 0.3]
# Shares of the kinds of rows, in the order of `Rows.__iter__`: documents, silent documents with an inserted passage, sets, sets read
# together; without labels: passages of two documents on one requirement, of one document on two, and of another control; then contracts,
# silent contracts with an inserted clause, sets about contracts, and passages that meet a criterion in other words.
SHARES = [0.15, 0.1, 0.09, 0.07, 0.2, 0.07, 0.07, 0.11, 0.07, 0.07, 0.12]
SHARE_OF_NEW = 0.14
# What the teachers know of a row: as much as anyone, less, or nothing; and their weight in each case.
KNOWN, LESS_KNOWN, NEW = range(3)
TEACHER_WEIGHTS = [1.0, 1.0, 0.2]
UNKNOWN, ABSENT = -1, -2
PASSAGES, PASSAGE_TOKENS, TOKENS, MIN_TOKENS = 6, 72, 288, 8

parser = argparse.ArgumentParser()
parser.add_argument("rows")
parser.add_argument("weights")
parser.add_argument("out")
parser.add_argument("--seconds", type=float, default=480)
parser.add_argument("--rate", type=float, default=2.5e-4)
parser.add_argument("--workers", type=int, default=14)
parser.add_argument("--batch", type=int, default=192)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--resume")
parser.add_argument("--teachers", default="")
parser.add_argument("--from-encoder")
parser.add_argument("--dropout", type=float, default=0.05)
parser.add_argument("--new-documents", default="^$", help="names of documents no teacher was trained on")
parser.add_argument("--mask", type=float, default=0.1, help="mean share of masked words in rows with masked words")
parser.add_argument("--label-weight", type=float, default=0.3, help="weight of labels where the teachers know as much")
args = parser.parse_args()
torch.manual_seed(args.seed)
torch.backends.cuda.matmul.allow_tf32 = True
device = "cuda"

# Training data.

data = TrainingRows(args.rows)
text, length = data.text, data.length


def is_case(row):
    return re.search(r"/(compliant|partly|poor)(\.\w\w)?\.md$", row["source"]) is not None


def is_left_out(row):
    return zlib.crc32(text(row["statement"]).tobytes()) % 8 == 0


documents, unlabelled, validation, in_contracts, validation_contracts, sets, together = [], [], [], [], [], [], []
of_kind = {
    "document": documents,
    "unlabelled": unlabelled,
    "validation document": validation,
    "contract": in_contracts,
    "validation contract": validation_contracts,
}
for row in data.rows:
    if args.from_encoder and is_case(row):
        continue
    if row["kind"] == "set":
        (together if "context" in row["members"] else sets).append(row)
    elif row["passages"]:
        of_kind[row["kind"]].append(row)
new_documents = [row for row in documents if re.search(args.new_documents, row["source"])]
known_documents = [row for row in documents if not re.search(args.new_documents, row["source"])]
of_statement, of_document = {}, {}
for row in documents:
    of_statement.setdefault((row["statement"], row["language"]), []).append(row)
    of_document.setdefault(row["source"], []).append(row)
is_change = lambda row: row["source"].startswith("one-change")
is_tested = lambda row: row["source"] in ("one-change-in-other-languages", "met-in-other-words") and is_left_out(row)
tested_sets = [row for row in sets if is_tested(row)]
tested_together = [row for row in together if is_left_out(row)]
sets = [row for row in sets if not is_tested(row)]
together = [row for row in together if not is_left_out(row)]
about_contracts = {
    "scope-of-contracts",
    "long-clauses",
    "permissions-and-prohibitions",
    "what-defeats-a-requirement",
    "polarity-and-exceptions",
    "commercial-contracts",
    "one-change-of-prohibitions",
}
change = [row for row in sets if is_change(row)]
others = [row for row in sets if not is_change(row)]
about = [row for row in sets if row["source"] in about_contracts]
in_other_words = [row for row in sets if row["source"] == "met-in-other-words"]
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


# Passages to insert into a document that is silent on a requirement.
variants = {}
for row in sets:
    for label, texts in by_label(row).items():
        variants.setdefault((row["statement"], row["language"]), {}).setdefault(label, []).extend(texts)
for row in together:
    for kind, passages, labels, _ in together_rows(row):
        if kind in ("met", "partly", "contradicted", "context"):
            own = variants.setdefault((row["statement"], "en"), {})
            for passage, label in zip(passages, labels):
                own.setdefault(label, []).append(passage)
silent = [row for row in documents if row["verdict"] == MISSING and (row["statement"], row["language"]) in variants]
silent_on = {}
for row in silent:
    if row["language"] == "en":
        silent_on.setdefault(row["statement"], []).append(row)

# Each row: statement, passages, the label of each passage, and of all together.


def choose_label(rng, labelled):
    label = rng.choices(list(labelled), [VERDICT_SHARES[one] for one in labelled])[0]
    return label, rng.choice(labelled[label])


def document_row(rng):
    return row_of_document(rng, rng.choice(known_documents))


def new_document_row(rng):
    return row_of_document(rng, rng.choice(new_documents))


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


def inserted_row(rng):
    row = rng.choice(silent)
    return insert_passage(rng, row, *choose_label(rng, variants[(row["statement"], row["language"])]))


def other_words_row(rng):
    """Teachers take many of these for partly met."""
    row = rng.choice(in_other_words)
    if row["statement"] not in silent_on or rng.random() < 0.3:
        return row_of_set(rng, row)
    return insert_passage(rng, rng.choice(silent_on[row["statement"]]), *choose_label(rng, by_label(row)))


def insert_passage(rng, row, label, passage):
    passages = list(row["passages"][: PASSAGES - 1])
    if rng.random() < 0.3:
        passages = rng.sample(passages, rng.randrange(len(passages) + 1))
    passages.insert(min(int(rng.expovariate(0.8)), len(passages)), passage)
    return row["statement"], passages, [label if one == passage else MISSING for one in passages], label


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


def mixed_row(rng):
    """Passages of two documents on one requirement."""
    row = rng.choice(documents)
    other = rng.choice(of_statement[(row["statement"], row["language"])])
    passages = list(dict.fromkeys([*row["passages"], *other["passages"]]))
    passages = rng.sample(passages, min(len(passages), rng.randrange(1, PASSAGES + 1)))
    return row["statement"], passages, [UNKNOWN] * len(passages), UNKNOWN


def crossed_row(rng):
    """Passages of a document on one requirement, paired with another requirement."""
    row = rng.choice(documents)
    other = rng.choice(of_document[row["source"]])
    passages = list(dict.fromkeys([*row["passages"][: rng.randrange(4)], *other["passages"]]))
    passages = rng.sample(passages, min(len(passages), rng.randrange(1, PASSAGES + 1)))
    return row["statement"], passages, [UNKNOWN] * len(passages), UNKNOWN


def unlabelled_row(rng):
    row = rng.choice(unlabelled)
    return row["statement"], row["passages"], [UNKNOWN] * len(row["passages"]), UNKNOWN


def tokens_of(statement, passages):
    """The same input as encoder/onnx-reader.ts builds."""
    ids = [BEGIN, *text(statement), SEPARATOR]
    read = 0
    for passage in passages[:PASSAGES]:
        room = TOKENS - len(ids) - 1
        if room < MIN_TOKENS:
            break
        ids += [*text(passage)[: min(PASSAGE_TOKENS, room)], SEPARATOR]
        read += 1
    return ids, read


def to_batch(rows, known=()):
    made = [(*tokens_of(statement, passages), labels, verdict) for statement, passages, labels, verdict in rows]
    longest = max(len(ids) for ids, *_ in made)
    ids = torch.zeros(len(made), longest, dtype=torch.long)
    mask = torch.zeros(len(made), longest, dtype=torch.bool)
    labels = torch.full((len(made), PASSAGES), ABSENT)
    verdicts = torch.tensor([verdict for *_, verdict in made])
    for at, (own, read, own_labels, _) in enumerate(made):
        ids[at, : len(own)] = torch.tensor(own)
        mask[at, : len(own)] = True
        labels[at, :read] = torch.tensor(own_labels[:read])
    return ids, mask, labels, verdicts, torch.tensor(known)


class Rows(torch.utils.data.IterableDataset):
    def __iter__(self):
        rng = random.Random(args.seed * 1000 + torch.utils.data.get_worker_info().id)
        known = [document_row, inserted_row, set_row, together_row, mixed_row, crossed_row, unlabelled_row]
        less_known = [contract_row, contract_with_clause_row, about_contracts_row, other_words_row]
        makers = [(maker, KNOWN) for maker in known] + [(maker, LESS_KNOWN) for maker in less_known] + [(new_document_row, NEW)]
        shares = [*SHARES, SHARE_OF_NEW if new_documents else 0]
        while True:
            rows = [(maker(rng), options) for maker, options in rng.choices(makers, shares, k=args.batch * 4)]
            rows.sort(key=lambda row: sum(map(length, row[0][1])))
            batches = [rows[at : at + args.batch] for at in range(0, len(rows), args.batch)]
            rng.shuffle(batches)
            yield from (to_batch(*zip(*batch)) for batch in batches)


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
        self.body = Body(arrays, range(count_layers(arrays)), **options)
        self.overall, self.each = Head(arrays, "g"), Head(arrays, "h")

    def forward(self, ids, mask, dropout=0.0):
        is_separator = (ids == SEPARATOR) & mask
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
    rng = random.Random(7)
    tests = []
    for row in tested_together:
        for kind, passages, labels, verdict in together_rows(row):
            shown = passages + (row["members"]["context"][:2] if kind != "context" else [])
            rng.shuffle(shown)
            tests.append((f"together {kind}", (row["statement"], shown, [UNKNOWN] * len(shown), verdict)))
    for row in tested_sets:
        for label, passages in by_label(row).items():
            tests += [(f"{row['source'] if row['language'] == 'en' else row['language']} {label}", (row["statement"], [one], [label], label)) for one in passages]
    for kind, rows in (("training documents", rng.sample(documents, 3000)), ("validation documents", validation), ("validation contracts", validation_contracts)):
        for row in rows:
            shown = row["passages"][:PASSAGES]
            group = f"{kind} {row['verdict']}" if kind == "validation contracts" else kind
            tests.append((group, (row["statement"], shown, [UNKNOWN] * len(shown), row["verdict"])))
    tests.sort(key=lambda test: sum(map(length, test[1][1])))
    reader.eval()
    right = {}
    with torch.no_grad():
        for at in range(0, len(tests), 256):
            part = tests[at : at + 256]
            ids, mask, _, verdicts, _ = to_batch([row for _, row in part])
            overall, _ = reader(ids.to(device), mask.to(device))
            for (kind, _), is_right in zip(part, (overall.argmax(-1).cpu() == verdicts).tolist()):
                right.setdefault(kind, []).append(is_right)
    reader.train()
    shares = " | ".join(f"{kind} {100 * np.mean(own):.1f} of {len(own)}" for kind, own in sorted(right.items()))
    print(f"{when}: {shares}", flush=True)


def save(reader, folder):
    """In two parts, to keep files small."""
    trained = trained_arrays(reader) | {"full_layers": np.array(reader.full_layers)}
    is_first = lambda name: name.startswith("layer") and int(name.split(".")[0][5:]) < reader.full_layers
    for part, is_in in (("part1", is_first), ("part2", lambda name: not is_first(name))):
        np.savez_compressed(f"{folder}/{part}.npz", **{name: own for name, own in trained.items() if is_in(name)})


def load_trained(folder, arrays):
    """A trained reader, over the token and position embeddings of its teacher."""
    trained = dict(np.load(f"{folder}/part1.npz")) | dict(np.load(f"{folder}/part2.npz"))
    return arrays | trained


def initialise_from_encoder(encoder):
    """Half of the encoder's layers for all tokens, the rest for the special tokens, and random heads."""
    heads = {
        f"{head}.{name}": torch.randn(shape).mul(0.05 if len(shape) > 1 else 0).numpy()
        for head in "gh"
        for name, shape in (("1.weight", (WIDTH, WIDTH)), ("1.bias", (WIDTH,)), ("3.weight", (WIDTH, 4)), ("3.bias", (4,)))
    }
    return encoder | heads | {"full_layers": np.array(count_layers(encoder) // 2)}


def main():
    arrays = dict(np.load(args.weights))
    teachers = [Reader(arrays, is_quantized=False)]
    teachers += [Reader(load_trained(folder, arrays), is_quantized=False) for folder in args.teachers.split(",") if folder]
    for number, teacher in enumerate(teachers):
        teacher.to(device).eval().requires_grad_(False)
        evaluate(teacher, f"teacher {number + 1}")
    if args.from_encoder:
        first = initialise_from_encoder(dict(np.load(args.from_encoder)))
    else:
        first = load_trained(args.resume, arrays) if args.resume else arrays
    reader = Reader(first).to(device)
    batches = torch.utils.data.DataLoader(Rows(), batch_size=None, num_workers=args.workers, prefetch_factor=8, pin_memory=True)
    schedule = {"seconds": args.seconds, "rate": args.rate, "warm_up": 300, "device": device}
    label_weights = torch.tensor([args.label_weight, 1.0, 1.0], device=device)
    teacher_weight_by_kind = torch.tensor(TEACHER_WEIGHTS, device=device)
    for step, (ids, mask, labels, verdicts, known), update in training_steps(reader, batches, **schedule):
        with torch.no_grad():
            predictions = [teacher(ids, mask) for teacher in teachers]
            overall_target, each_target = (sum(own.softmax(-1) for own in part) / len(predictions) for part in zip(*predictions))
        overall, each = reader(mask_words(ids, mask), mask, dropout=args.dropout)
        divergence = lambda now, target: F.kl_div(now.log_softmax(-1), target, reduction="none").sum(-1)
        cross_entropy = lambda now, own: F.cross_entropy(now.flatten(0, -2), own.flatten(), ignore_index=UNKNOWN, reduction="none")
        is_present = labels != ABSENT
        is_labelled = is_present & (labels != UNKNOWN)
        row_weights, teacher_weights = label_weights[known], teacher_weight_by_kind[known]
        loss = (divergence(overall, overall_target) * teacher_weights).mean()
        loss = loss + 0.5 * (divergence(each, each_target) * is_present * teacher_weights[:, None]).sum() / is_present.sum().clamp(min=1)
        loss = loss + (cross_entropy(overall, verdicts) * row_weights).sum() / (verdicts != UNKNOWN).sum().clamp(min=1)
        each_loss = cross_entropy(each, labels.clamp(min=UNKNOWN)).view_as(labels) * row_weights[:, None]
        loss = loss + 0.5 * (each_loss * is_labelled).sum() / is_labelled.sum().clamp(min=1)
        update(loss)
    evaluate(reader, f"after {step + 1} steps")
    save(reader, args.out)


if __name__ == "__main__":
    main()
