"""Teaches a reader what another one knows and what labels say, rounded as it is shipped. Needs PyTorch and a GPU.

    train_reader.py ROWS WEIGHTS.npz OUT [--start FOLDER] [--also FOLDER,FOLDER] [--anew ENCODER.npz] [--new PATTERN] [--hidden 0.1] [--seconds 480] [--rate 2.5e-4] [--seed 1]

ROWS is what tools/training-rows.ts wrote (one folder, or several with commas), WEIGHTS what reader_weights.py took out of a
reader: the teacher, and where the one that is taught begins, unless it goes on where an earlier training ended (--start).
Readers that were taught before can teach as well (--also): what is aimed at is the mean of what all of them say.

With --anew it begins with the layers and words of an encoder and knows nothing of the labelled documents under bench/cases, which it is
not shown either: what such a reader makes of those tells how to weigh signs there, which one that knows them by heart cannot.

The teachers read all words; from the one that is taught some of the passages' words are hidden in most rows (--hidden), so that it does not learn documents by heart.

Of contracts and of statements about them the teachers know less: there labels count more. In documents none of them has read (--new, by their names) labels
count most, and what teachers say hardly.

Of the sets that are read together, of those in other languages and of what meets a criterion in other words, an eighth of the requirements is left out; what was learned is
measured on these, and on the documents and the kinds of contracts no reader may learn from.
"""
import argparse
import random
import re
import zlib

import numpy as np
import torch
import torch.nn.functional as F
from rounded_layers import WIDTH, Body, layers_in, learned_in, lessons
from training_rows import BEGIN, HIDDEN, SEPARATOR, TrainingRows

MET, PARTLY, CONTRADICTED, MISSING = range(4)
LABEL_OF = {"met": MET, "partly": PARTLY, "contradicted": CONTRADICTED, "near": MISSING}
# As often as in documents, nearly: a reader that is shown mostly what falls short sees shortfalls everywhere.
OFTEN = [0.4, 0.27, 0.13, 0.2]
# What contracts shut out is what is hard.
OFTEN_IN_CONTRACTS = [0.35, 0.05, 0.3, 0.3]
# Rows of documents, of silent documents with a passage put in, of sets, of sets that are read together; and of passages that two
# documents have of one requirement, one document of two, and a document of another control's, of which nobody has said what they come to.
# Last, contracts, silent ones with what another one says put in, and sets about contracts; what meets a criterion in other words;
# and documents that are new to the teachers.
SHARES = [0.15, 0.1, 0.09, 0.07, 0.2, 0.07, 0.07, 0.11, 0.07, 0.07, 0.12]
SHARE_OF_NEW = 0.14
# How much labels count, and how much what the teachers say, where these know it as well as anyone, less, and not at all.
KNOWN, LESS_KNOWN, NEW = range(3)
TEACHERS_COUNT = [1.0, 1.0, 0.2]
UNKNOWN, ABSENT = -1, -2
PASSAGES, PASSAGE_TOKENS, TOKENS, LEAST_TOKENS = 6, 72, 288, 8

arguments = argparse.ArgumentParser()
arguments.add_argument("rows")
arguments.add_argument("weights")
arguments.add_argument("out")
arguments.add_argument("--seconds", type=float, default=480)
arguments.add_argument("--rate", type=float, default=2.5e-4)
arguments.add_argument("--workers", type=int, default=14)
arguments.add_argument("--batch", type=int, default=192)
arguments.add_argument("--seed", type=int, default=1)
arguments.add_argument("--start")
arguments.add_argument("--also", default="")
arguments.add_argument("--anew")
arguments.add_argument("--drop", type=float, default=0.05)
arguments.add_argument("--new", default="^$", help="names of documents the teachers have not read")
arguments.add_argument("--hidden", type=float, default=0.1, help="share of the words that are hidden, on average, where some are")
arguments.add_argument("--truth", type=float, default=0.3, help="how much labels count beside the teachers")
given = arguments.parse_args()
torch.manual_seed(given.seed)
torch.backends.cuda.matmul.allow_tf32 = True
device = "cuda"

# What there is to learn from.

known_rows = TrainingRows(given.rows)
text, length = known_rows.text, known_rows.length


def is_case(row):
    return re.search(r"/(compliant|partly|poor)(\.\w\w)?\.md$", row["of"]) is not None


def is_left_out(row):
    return zlib.crc32(text(row["s"]).tobytes()) % 8 == 0


documents, unlabelled, unseen, in_contracts, unseen_contracts, sets, together = [], [], [], [], [], [], []
of_kind = {
    "document": documents,
    "unlabelled": unlabelled,
    "unseen": unseen,
    "contract": in_contracts,
    "unseen contract": unseen_contracts,
}
for row in known_rows.rows:
    if given.anew and is_case(row):
        continue
    if row["kind"] == "set":
        (together if "context" in row["members"] else sets).append(row)
    elif row["p"]:
        of_kind[row["kind"]].append(row)
new_documents = [row for row in documents if re.search(given.new, row["of"])]
known_documents = [row for row in documents if not re.search(given.new, row["of"])]
of_statement, of_document = {}, {}
for row in documents:
    of_statement.setdefault((row["s"], row["language"]), []).append(row)
    of_document.setdefault(row["of"], []).append(row)
is_change = lambda row: row["of"].startswith("one-change")
is_tested = lambda row: row["of"] in ("one-change-in-other-languages", "met-in-other-words") and is_left_out(row)
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
about = [row for row in sets if row["of"] in about_contracts]
in_other_words = [row for row in sets if row["of"] == "met-in-other-words"]
kind_of = lambda row: row["of"].rsplit("-", 1)[0]
contracts_by_verdict = {}
for row in in_contracts:
    contracts_by_verdict.setdefault(row["verdict"], []).append(row)
# A contract that is silent on what another one of its kind decides.
deciding_contracts = {}
for row in in_contracts:
    if row["verdict"] != MISSING and row["proving"]:
        deciding_contracts.setdefault(row["s"], []).append(row)
silent_contracts = [row for row in in_contracts if row["verdict"] == MISSING and row["s"] in deciding_contracts]
of_file = {}
for row in sets:
    of_file.setdefault((row["of"], row["language"]), []).append(row)


def by_label(row):
    members = {}
    for role, texts in row["members"].items():
        if texts:
            members.setdefault(LABEL_OF[role], []).extend(texts)
    return members


def together_rows(row):
    """What the passages of a set say together: kind, passages, the label of each, and of all."""
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


# What may be put into a document that is silent on a requirement.
variants = {}
for row in sets:
    for label, texts in by_label(row).items():
        variants.setdefault((row["s"], row["language"]), {}).setdefault(label, []).extend(texts)
for row in together:
    for kind, passages, labels, _ in together_rows(row):
        if kind in ("met", "partly", "contradicted", "context"):
            own = variants.setdefault((row["s"], "en"), {})
            for passage, label in zip(passages, labels):
                own.setdefault(label, []).append(passage)
silent = [row for row in documents if row["verdict"] == MISSING and (row["s"], row["language"]) in variants]
silent_on = {}
for row in silent:
    if row["language"] == "en":
        silent_on.setdefault(row["s"], []).append(row)

# Rows: the statement, passages, the label of each and that of all of them together.


def chosen(chance, labelled):
    label = chance.choices(list(labelled), [OFTEN[one] for one in labelled])[0]
    return label, chance.choice(labelled[label])


def document_row(chance):
    return row_of_document(chance, chance.choice(known_documents))


def new_document_row(chance):
    return row_of_document(chance, chance.choice(new_documents))


def contract_row(chance):
    verdict = chance.choices(list(contracts_by_verdict), [OFTEN_IN_CONTRACTS[one] for one in contracts_by_verdict])[0]
    row = chance.choice(contracts_by_verdict[verdict])
    if chance.random() < 0.2:
        # A contract of another kind does not speak of it, however much it sounds like a contract.
        other = chance.choice(contracts_by_verdict[verdict])
        if kind_of(other) != kind_of(row):
            return row["s"], other["p"], [MISSING] * len(other["p"]), MISSING
    return row_of_document(chance, row)


def contract_with_clause_row(chance):
    row = chance.choice(silent_contracts)
    own = deciding_contracts[row["s"]]
    # Each of the verdicts there are as often as the others, or the statement alone would tell.
    verdict = chance.choice(sorted({one["verdict"] for one in own}))
    other = chance.choice([one for one in own if one["verdict"] == verdict])
    clauses = sorted(set(other["proving"]))[:2]
    passages = list(row["p"][: PASSAGES - len(clauses)])
    if chance.random() < 0.3:
        passages = chance.sample(passages, chance.randrange(len(passages) + 1))
    for clause in clauses:
        passages.insert(min(int(chance.expovariate(0.6)), len(passages)), clause)
    label = verdict if len(clauses) == 1 else UNKNOWN
    return row["s"], passages, [label if one in clauses else MISSING for one in passages], verdict


def about_contracts_row(chance):
    return row_of_set(chance, chance.choice(about))


def row_of_document(chance, row):
    passages, proving, verdict = list(row["p"][:PASSAGES]), set(row["proving"]), row["verdict"]
    if verdict == MISSING:
        return row["s"], passages, [MISSING] * len(passages), MISSING
    if proving and not proving & set(passages):
        one = chance.choice(sorted(proving))
        passages = passages[: PASSAGES - 1]
        passages.insert(chance.randrange(len(passages) + 1), one)
    if len(passages) > 2 and chance.random() < 0.2:
        spare = [one for one in passages if one not in proving]
        if spare:
            passages.remove(chance.choice(spare))
    if chance.random() < 0.15:
        chance.shuffle(passages)
    # Whether one of several proves it alone, nobody has said.
    is_alone = len(proving & set(passages)) == 1
    return row["s"], passages, [verdict if is_alone and one in proving else UNKNOWN for one in passages], verdict


def inserted_row(chance):
    row = chance.choice(silent)
    return row_with(chance, row, *chosen(chance, variants[(row["s"], row["language"])]))


def other_words_row(chance):
    """Teachers take many of these for half met."""
    row = chance.choice(in_other_words)
    if row["s"] not in silent_on or chance.random() < 0.3:
        return row_of_set(chance, row)
    return row_with(chance, chance.choice(silent_on[row["s"]]), *chosen(chance, by_label(row)))


def row_with(chance, row, label, passage):
    passages = list(row["p"][: PASSAGES - 1])
    if chance.random() < 0.3:
        passages = chance.sample(passages, chance.randrange(len(passages) + 1))
    passages.insert(min(int(chance.expovariate(0.8)), len(passages)), passage)
    return row["s"], passages, [label if one == passage else MISSING for one in passages], label


def set_row(chance):
    x = chance.random()
    return row_of_set(chance, chance.choice(change if x < 0.7 else others))


def row_of_set(chance, row):
    label, passage = chosen(chance, by_label(row))
    passages = [passage]
    if chance.random() < 0.5:
        near = [one for one in row["members"].get("near", []) if one != passage]
        chance.shuffle(near)
        passages += near[: chance.randrange(3)]
        for _ in range(chance.randrange(3)):
            other = chance.choice(of_file[(row["of"], row["language"])])
            if other["s"] != row["s"]:
                passages.append(chance.choice(chance.choice([texts for texts in other["members"].values() if texts])))
        chance.shuffle(passages)
    return row["s"], passages, [label if one == passage else MISSING for one in passages], label


def together_row(chance):
    row = chance.choice(together)
    labelled = {}
    for one in together_rows(row):
        labelled.setdefault(one[3], []).append(one)
    verdict, (kind, passages, labels, _) = chosen(chance, labelled)
    if kind == "context":
        passages = chance.sample(passages, chance.randrange(1, len(passages) + 1))
        return row["s"], passages, [MISSING] * len(passages), verdict
    context = row["members"]["context"]
    pairs = list(zip(passages, labels))
    pairs += [(one, MISSING) for one in chance.sample(context, chance.randrange(len(context) + 1))]
    chance.shuffle(pairs)
    return row["s"], [one for one, _ in pairs], [label for _, label in pairs], verdict


def mixed_row(chance):
    """What two documents say of one requirement."""
    row = chance.choice(documents)
    other = chance.choice(of_statement[(row["s"], row["language"])])
    passages = list(dict.fromkeys([*row["p"], *other["p"]]))
    passages = chance.sample(passages, min(len(passages), chance.randrange(1, PASSAGES + 1)))
    return row["s"], passages, [UNKNOWN] * len(passages), UNKNOWN


def crossed_row(chance):
    """What a document says of one requirement, held against another one."""
    row = chance.choice(documents)
    other = chance.choice(of_document[row["of"]])
    passages = list(dict.fromkeys([*row["p"][: chance.randrange(4)], *other["p"]]))
    passages = chance.sample(passages, min(len(passages), chance.randrange(1, PASSAGES + 1)))
    return row["s"], passages, [UNKNOWN] * len(passages), UNKNOWN


def unlabelled_row(chance):
    row = chance.choice(unlabelled)
    return row["s"], row["p"], [UNKNOWN] * len(row["p"]), UNKNOWN


def tokens_of(statement, passages):
    """As encoder/onnx-reader.ts puts them together."""
    ids = [BEGIN, *text(statement), SEPARATOR]
    read = 0
    for passage in passages[:PASSAGES]:
        room = TOKENS - len(ids) - 1
        if room < LEAST_TOKENS:
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
        chance = random.Random(given.seed * 1000 + torch.utils.data.get_worker_info().id)
        known = [document_row, inserted_row, set_row, together_row, mixed_row, crossed_row, unlabelled_row]
        less_known = [contract_row, contract_with_clause_row, about_contracts_row, other_words_row]
        makers = [(maker, KNOWN) for maker in known] + [(maker, LESS_KNOWN) for maker in less_known] + [(new_document_row, NEW)]
        shares = [*SHARES, SHARE_OF_NEW if new_documents else 0]
        while True:
            rows = [(maker(chance), how) for maker, how in chance.choices(makers, shares, k=given.batch * 4)]
            rows.sort(key=lambda row: sum(map(length, row[0][1])))
            batches = [rows[at : at + given.batch] for at in range(0, len(rows), given.batch)]
            chance.shuffle(batches)
            yield from (to_batch(*zip(*batch)) for batch in batches)


def with_words_hidden(ids, mask):
    """Two rows of five stay whole, as all are when they are read in earnest."""
    is_word = mask & (ids != SEPARATOR) & ((ids == SEPARATOR).cumsum(1) > 0)
    shares = torch.rand(len(ids), 1, device=ids.device) * 2 * given.hidden
    shares = shares * (torch.rand(len(ids), 1, device=ids.device) < 0.6)
    return torch.where(is_word & (torch.rand(ids.shape, device=ids.device) < shares), HIDDEN, ids)


class Head(torch.nn.Module):
    def __init__(self, arrays, name):
        super().__init__()
        self.names = [f"{name}.{part}" for part in ("1.weight", "1.bias", "3.weight", "3.bias")]
        self.parts = torch.nn.ParameterList([torch.tensor(arrays[one]) for one in self.names])

    def forward(self, x):
        weight, bias, last_weight, last_bias = self.parts
        return torch.tanh(x @ weight + bias) @ last_weight + last_bias

    def learned(self):
        return dict(zip(self.names, self.parts))


class Reader(torch.nn.Module):
    def __init__(self, arrays, **how):
        super().__init__()
        self.whole_layers = int(arrays["whole_layers"])
        self.body = Body(arrays, range(layers_in(arrays)), **how)
        self.whole, self.each = Head(arrays, "g"), Head(arrays, "h")

    def forward(self, ids, mask, drop=0.0):
        is_separator = (ids == SEPARATOR) & mask
        segment = is_separator.long().cumsum(1) - is_separator.long()
        # The beginning, the end of the requirement and the end of each passage; nought where there is none.
        places = torch.zeros(len(ids), PASSAGES + 2, dtype=torch.long, device=ids.device)
        where = torch.arange(ids.shape[1], device=ids.device).expand_as(ids)
        places.scatter_add_(1, torch.where(is_separator, segment + 1, 0), torch.where(is_separator, where, 0))
        are_marks = places > 0
        are_marks[:, 0] = True
        marks = self.body.at_marks(ids, (segment > 0).long(), mask, places, are_marks, self.whole_layers, drop).float()
        return self.whole(marks[:, 0]), self.each(marks[:, 2:])


def measure(reader, when):
    chance = random.Random(7)
    tests = []
    for row in tested_together:
        for kind, passages, labels, verdict in together_rows(row):
            shown = passages + (row["members"]["context"][:2] if kind != "context" else [])
            chance.shuffle(shown)
            tests.append((f"together {kind}", (row["s"], shown, [UNKNOWN] * len(shown), verdict)))
    for row in tested_sets:
        for label, passages in by_label(row).items():
            tests += [(f"{row['of'] if row['language'] == 'en' else row['language']} {label}", (row["s"], [one], [label], label)) for one in passages]
    for kind, rows in (("documents, seen", chance.sample(documents, 3000)), ("documents, unseen", unseen), ("contracts, unseen", unseen_contracts)):
        for row in rows:
            shown = row["p"][:PASSAGES]
            told = f"{kind} {row['verdict']}" if kind == "contracts, unseen" else kind
            tests.append((told, (row["s"], shown, [UNKNOWN] * len(shown), row["verdict"])))
    tests.sort(key=lambda test: sum(map(length, test[1][1])))
    reader.eval()
    right = {}
    with torch.no_grad():
        for at in range(0, len(tests), 256):
            part = tests[at : at + 256]
            ids, mask, _, verdicts, _ = to_batch([row for _, row in part])
            whole, _ = reader(ids.to(device), mask.to(device))
            for (kind, _), is_right in zip(part, (whole.argmax(-1).cpu() == verdicts).tolist()):
                right.setdefault(kind, []).append(is_right)
    reader.train()
    told = " | ".join(f"{kind} {100 * np.mean(own):.1f} of {len(own)}" for kind, own in sorted(right.items()))
    print(f"{when}: {told}", flush=True)


def save(reader, folder):
    """In two parts, neither of them large."""
    learned = learned_in(reader) | {"whole_layers": np.array(reader.whole_layers)}
    is_first = lambda name: name.startswith("layer") and int(name.split(".")[0][5:]) < reader.whole_layers
    for part, is_in in (("part1", is_first), ("part2", lambda name: not is_first(name))):
        np.savez_compressed(f"{folder}/{part}.npz", **{name: own for name, own in learned.items() if is_in(name)})


def taught_in(folder, arrays):
    """A reader that was taught before, over the words and places of its teacher."""
    learned = dict(np.load(f"{folder}/part1.npz")) | dict(np.load(f"{folder}/part2.npz"))
    return arrays | learned


def begun_with(encoder):
    """Its layers, of which half are gone through by all words, and heads that know nothing yet."""
    heads = {
        f"{head}.{name}": torch.randn(shape).mul(0.05 if len(shape) > 1 else 0).numpy()
        for head in "gh"
        for name, shape in (("1.weight", (WIDTH, WIDTH)), ("1.bias", (WIDTH,)), ("3.weight", (WIDTH, 4)), ("3.bias", (4,)))
    }
    return encoder | heads | {"whole_layers": np.array(layers_in(encoder) // 2)}


def main():
    arrays = dict(np.load(given.weights))
    teachers = [Reader(arrays, is_rounded=False)]
    teachers += [Reader(taught_in(folder, arrays), is_rounded=False) for folder in given.also.split(",") if folder]
    for number, teacher in enumerate(teachers):
        teacher.to(device).eval().requires_grad_(False)
        measure(teacher, f"teacher {number + 1}")
    if given.anew:
        first = begun_with(dict(np.load(given.anew)))
    else:
        first = taught_in(given.start, arrays) if given.start else arrays
    reader = Reader(first).to(device)
    batches = torch.utils.data.DataLoader(Rows(), batch_size=None, num_workers=given.workers, prefetch_factor=8, pin_memory=True)
    time_given = {"seconds": given.seconds, "rate": given.rate, "warm_up": 300, "device": device}
    labels_count = torch.tensor([given.truth, 1.0, 1.0], device=device)
    teachers_count = torch.tensor(TEACHERS_COUNT, device=device)
    for step, (ids, mask, labels, verdicts, known), learn in lessons(reader, batches, **time_given):
        with torch.no_grad():
            taught = [teacher(ids, mask) for teacher in teachers]
            whole_aim, each_aim = (sum(own.softmax(-1) for own in part) / len(taught) for part in zip(*taught))
        whole, each = reader(with_words_hidden(ids, mask), mask, drop=given.drop)
        apart = lambda now, aim: F.kl_div(now.log_softmax(-1), aim, reduction="none").sum(-1)
        truth_of = lambda now, own: F.cross_entropy(now.flatten(0, -2), own.flatten(), ignore_index=UNKNOWN, reduction="none")
        is_there = labels != ABSENT
        is_told = is_there & (labels != UNKNOWN)
        counts, taught_counts = labels_count[known], teachers_count[known]
        loss = (apart(whole, whole_aim) * taught_counts).mean()
        loss = loss + 0.5 * (apart(each, each_aim) * is_there * taught_counts[:, None]).sum() / is_there.sum().clamp(min=1)
        loss = loss + (truth_of(whole, verdicts) * counts).sum() / (verdicts != UNKNOWN).sum().clamp(min=1)
        truth_each = truth_of(each, labels.clamp(min=UNKNOWN)).view_as(labels) * counts[:, None]
        loss = loss + 0.5 * (truth_each * is_told).sum() / is_told.sum().clamp(min=1)
        learn(loss)
    measure(reader, f"after {step + 1} steps")
    save(reader, given.out)


if __name__ == "__main__":
    main()
