"""Draws rows for train_reader.py from what tools/training-rows.ts wrote: a statement, passages, a label for each passage, and one for all."""
import random

import numpy as np
import torch
from training_rows import BEGIN, SEPARATOR, TrainingRows

MET, PARTLY, CONTRADICTED, MISSING = range(4)
LABEL_OF = {"met": MET, "partly": PARTLY, "contradicted": CONTRADICTED, "near": MISSING}
# Shares of the four verdicts in rows made of written passages.
VERDICT_SHARES = [0.4, 0.2, 0.1, 0.3]
# In contracts, contradictions are the hard part.
CONTRACT_VERDICT_SHARES = [0.35, 0.05, 0.25, 0.35]
# How often a row of a real document is taken, by its verdict: contradictions are rare.
REAL_VERDICT_WEIGHTS = [1.0, 1.3, 2.5, 1.0]
UNKNOWN, ABSENT = -1, -2
PASSAGES, PASSAGE_TOKENS, TOKENS, MIN_TOKENS = 12, 112, 768, 8
ABOUT_CONTRACTS = {
    "scope-of-contracts",
    "long-clauses",
    "permissions-and-prohibitions",
    "what-defeats-a-requirement",
    "polarity-and-exceptions",
    "commercial-contracts",
    "one-change-of-prohibitions",
}


def kind_of(contract):
    return contract["source"].rsplit("-", 1)[0]


def by_label(row):
    members = {}
    for role, texts in row["members"].items():
        if texts:
            members.setdefault(LABEL_OF[role], []).extend(texts)
    return members


def by_statement(rows):
    found = {}
    for row in rows:
        found.setdefault(row["statement"], []).append(row)
    return found


def choose_label(rng, labelled):
    label = rng.choices(list(labelled), [VERDICT_SHARES[one] for one in labelled])[0]
    return label, rng.choice(labelled[label])


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


def choose_clauses(rng, deciding, name):
    """The verdict and clauses by which one of some documents decides. Every verdict equally often, or the statement alone would predict it."""
    verdict = rng.choice(sorted({one["verdict"] for one in deciding}))
    other = rng.choice([one for one in deciding if one["verdict"] == verdict])
    return verdict, sorted(set(other[name]))[:2]


def with_clauses(rng, statement, passages, verdict, clauses):
    passages = list(passages[: PASSAGES - len(clauses)])
    for clause in clauses:
        passages.insert(min(int(rng.expovariate(0.6)), len(passages)), clause)
    label = verdict if len(clauses) == 1 else UNKNOWN
    return statement, passages, [label if one in clauses else MISSING for one in passages], verdict


def bare_or_not(rng, row):
    """The passages with their headings and lead-ins, or some or all without."""
    share = 1.0 if rng.random() < 0.15 else 0.06
    return [bare if rng.random() < share else own for own, bare in zip(row["passages"], row["bare"])][:PASSAGES]


class ReaderRows:
    """What is held out, and a method for each kind of row."""

    def __init__(self, folders):
        data = TrainingRows(folders)
        self.text, self.length = data.text, data.length
        read = [row for row in data.rows if row["kind"] == "set" or row["passages"]]
        of_kind = lambda kind: [row for row in read if row["kind"] == kind]
        is_trained_on = lambda row: row["split"] == "train"
        real = of_kind("real")
        self.real = [row for row in real if is_trained_on(row)]
        self.held_out = [row for row in real if not is_trained_on(row) and not row["isDoubted"]]
        self.real_weights = np.cumsum([REAL_VERDICT_WEIGHTS[row["verdict"]] for row in self.real]).tolist()
        # Real documents that decide what others are silent on.
        self.deciding = by_statement(row for row in self.real if row["verdict"] != MISSING and row["evidence"] and not row["isDoubted"])
        self.silent = [row for row in self.real if row["verdict"] == MISSING and row["statement"] in self.deciding]
        self.unlabelled = [row for row in of_kind("unlabelled") if "split" in row and is_trained_on(row)]
        self.documents = of_kind("document")
        self.document_weights = np.cumsum([REAL_VERDICT_WEIGHTS[row["verdict"]] for row in self.documents]).tolist()
        self.contracts = {}
        for row in of_kind("contract"):
            self.contracts.setdefault(row["verdict"], []).append(row)
        contracts = of_kind("contract")
        self.deciding_contracts = by_statement(row for row in contracts if row["verdict"] != MISSING and row["evidence"])
        self.silent_contracts = [row for row in contracts if row["verdict"] == MISSING and row["statement"] in self.deciding_contracts]
        sets = of_kind("set")
        self.together = [row for row in sets if "context" in row["members"]]
        self.sets = [row for row in sets if "context" not in row["members"]]
        self.changes = [row for row in self.sets if row["source"].startswith("one-change")]
        self.others = [row for row in self.sets if not row["source"].startswith("one-change")]
        self.about_contracts = [row for row in self.sets if row["source"] in ABOUT_CONTRACTS]
        self.of_collection = {}
        for row in self.sets:
            self.of_collection.setdefault((row["source"], row["language"]), []).append(row)

    def real_row(self, rng):
        row = rng.choices(self.real, cum_weights=self.real_weights)[0]
        chosen = bare_or_not(rng, row)
        bare_of = dict(zip(row["passages"], chosen))
        evidence = [bare_of.get(one, one) for one in row["evidence"]]
        return row_of_document(rng, {**row, "passages": chosen, "evidence": evidence})

    def real_with_clause_row(self, rng):
        """A real document that is silent, with the clause by which another one decides the same."""
        row = rng.choice(self.silent)
        verdict, clauses = choose_clauses(rng, self.deciding[row["statement"]], rng.choice(["evidence", "bareEvidence"]))
        return with_clauses(rng, row["statement"], bare_or_not(rng, row), verdict, clauses)

    def unlabelled_row(self, rng):
        """Labels come from the teachers. A quarter has the clause of a document that decides; what the rest says is unknown."""
        row = rng.choice(self.unlabelled)
        statement, passages = row["statement"], row["passages"][:PASSAGES]
        deciding = self.deciding.get(statement)
        if deciding and rng.random() < 0.25:
            _, clauses = choose_clauses(rng, deciding, "evidence")
            statement, passages, *_ = with_clauses(rng, statement, passages, UNKNOWN, clauses)
        return statement, passages, [UNKNOWN] * len(passages), UNKNOWN

    def written_document_row(self, rng):
        return row_of_document(rng, rng.choices(self.documents, cum_weights=self.document_weights)[0])

    def contract_row(self, rng):
        verdict = rng.choices(list(self.contracts), [CONTRACT_VERDICT_SHARES[one] for one in self.contracts])[0]
        row = rng.choice(self.contracts[verdict])
        if rng.random() < 0.2:
            # A contract of another kind is silent, however similar it sounds.
            other = rng.choice(self.contracts[verdict])
            if kind_of(other) != kind_of(row):
                passages = other["passages"][:PASSAGES]
                return row["statement"], passages, [MISSING] * len(passages), MISSING
        return row_of_document(rng, row)

    def contract_with_clause_row(self, rng):
        row = rng.choice(self.silent_contracts)
        verdict, clauses = choose_clauses(rng, self.deciding_contracts[row["statement"]], "evidence")
        passages = row["passages"][:PASSAGES]
        if rng.random() < 0.3:
            passages = rng.sample(passages, rng.randrange(len(passages) + 1))
        return with_clauses(rng, row["statement"], passages, verdict, clauses)

    def about_contracts_row(self, rng):
        return self.row_of_set(rng, rng.choice(self.about_contracts))

    def set_row(self, rng):
        return self.row_of_set(rng, rng.choice(self.changes if rng.random() < 0.7 else self.others))

    def row_of_set(self, rng, row):
        label, passage = choose_label(rng, by_label(row))
        passages = [passage]
        if rng.random() < 0.5:
            near = [one for one in row["members"].get("near", []) if one != passage]
            rng.shuffle(near)
            passages += near[: rng.randrange(3)]
            for _ in range(rng.randrange(3)):
                other = rng.choice(self.of_collection[(row["source"], row["language"])])
                if other["statement"] != row["statement"]:
                    passages.append(rng.choice(rng.choice([texts for texts in other["members"].values() if texts])))
            rng.shuffle(passages)
        return row["statement"], passages, [label if one == passage else MISSING for one in passages], label

    def together_row(self, rng):
        row = rng.choice(self.together)
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

    def makers(self, real_share, unlabelled_share, written_share):
        """Each kind of row with its share."""
        written = [(self.contract_row, 0.27), (self.contract_with_clause_row, 0.14), (self.set_row, 0.27), (self.together_row, 0.16), (self.about_contracts_row, 0.16)]
        rest = 1 - real_share - unlabelled_share - written_share
        makers = [(self.real_row, 0.85 * real_share), (self.real_with_clause_row, 0.15 * real_share), (self.unlabelled_row, unlabelled_share)]
        makers.append((self.written_document_row, written_share))
        return makers + [(maker, share * rest) for maker, share in written]

    def tokens_of(self, statement, passages):
        """The same input as encoder/onnx-reader.ts builds."""
        ids = [BEGIN, *self.text(statement)[:64], SEPARATOR]
        read = 0
        for passage in passages[:PASSAGES]:
            room = TOKENS - len(ids) - 1
            if room < MIN_TOKENS:
                break
            ids += [*self.text(passage)[: min(PASSAGE_TOKENS, room)], SEPARATOR]
            read += 1
        return ids, read

    def to_batch(self, rows):
        made = [(*self.tokens_of(statement, passages), labels, verdict) for statement, passages, labels, verdict in rows]
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


class Batches(torch.utils.data.IterableDataset):
    """Without end; rows of one batch are about equally long."""

    def __init__(self, rows, makers, batch, seed):
        self.rows, self.makers, self.batch, self.seed = rows, makers, batch, seed

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        rng = random.Random(self.seed * 1000 + (worker.id if worker else 0))
        while True:
            chosen = rng.choices([maker for maker, _ in self.makers], [share for _, share in self.makers], k=self.batch * 4)
            rows = [maker(rng) for maker in chosen]
            rows.sort(key=lambda row: sum(map(self.rows.length, row[1])))
            batches = [rows[at : at + self.batch] for at in range(0, len(rows), self.batch)]
            rng.shuffle(batches)
            yield from (self.rows.to_batch(batch) for batch in batches)
