"""Teaches a reader what another one knows and what labels say, rounded as it is shipped. Needs PyTorch and a GPU.

    teach.py ROWS WEIGHTS.npz OUT [--layers 6] [--start FOLDER] [--also FOLDER,FOLDER] [--seconds 480] [--rate 2.5e-4] [--seed 1]

ROWS is what tools/training-rows.ts wrote, WEIGHTS what reader_weights.py took out of a reader: the teacher. The one that is taught
may have fewer layers than its teacher, and then begins with some of its layers, or where an earlier training ended (--start).
Readers that were taught before can teach as well (--also): what is aimed at is the mean of what all of them say.

Of the sets that are read together and of those in other languages, an eighth of the requirements is left out; what was learned is
measured on it, and on the documents no reader may learn from.
"""
import argparse
import json
import random
import time
import zlib

import numpy as np
import torch
import torch.nn.functional as F

MET, PARTLY, CONTRADICTED, MISSING = range(4)
LABEL_OF = {"met": MET, "partly": PARTLY, "contradicted": CONTRADICTED, "near": MISSING}
# As often as in documents, nearly: a reader that is shown mostly what falls short sees shortfalls everywhere.
OFTEN = [0.4, 0.27, 0.13, 0.2]
# Rows of documents, of silent documents with a passage put in, of sets, of sets that are read together; and of passages that two
# documents have of one requirement, one document of two, and a document of another control's, of which nobody has said what they come to.
SHARES = [0.2, 0.13, 0.12, 0.1, 0.25, 0.1, 0.1]
UNKNOWN, ABSENT = -1, -2
BEGIN, SEPARATOR = 101, 102
PASSAGES, PASSAGE_TOKENS, TOKENS, LEAST_TOKENS = 6, 72, 288, 8
HEADS, WIDTH = 12, 384
# With seven bits nothing saturates on processors without instructions for it.
LARGEST = 63

arguments = argparse.ArgumentParser()
arguments.add_argument("rows")
arguments.add_argument("weights")
arguments.add_argument("out")
arguments.add_argument("--seconds", type=float, default=480)
arguments.add_argument("--rate", type=float, default=2.5e-4)
arguments.add_argument("--batch", type=int, default=192)
arguments.add_argument("--seed", type=int, default=1)
arguments.add_argument("--layers", type=int, default=6)
arguments.add_argument("--start")
arguments.add_argument("--also", default="")
arguments.add_argument("--drop", type=float, default=0.05)
arguments.add_argument("--truth", type=float, default=0.3, help="how much labels count beside the teachers")
arguments.add_argument("--states", type=float, default=1.0, help="how much it counts what is between the layers")
given = arguments.parse_args()
torch.manual_seed(given.seed)
torch.backends.cuda.matmul.allow_tf32 = True
device = "cuda"

# What there is to learn from.

offsets = np.fromfile(f"{given.rows}/offsets.bin", dtype=np.uint32).astype(np.int64)
flat = np.fromfile(f"{given.rows}/tokens.bin", dtype=np.uint16).astype(np.int64)


def text(number):
    tokens = flat[offsets[number] : offsets[number + 1]]
    return tokens[(tokens != BEGIN) & (tokens != SEPARATOR)]


def length(number):
    return int(offsets[number + 1] - offsets[number])


def is_left_out(row):
    return zlib.crc32(text(row["s"]).tobytes()) % 8 == 0


documents, unlabelled, unseen, sets, together = [], [], [], [], []
for line in open(f"{given.rows}/rows.jsonl"):
    row = json.loads(line)
    if row["kind"] == "set":
        (together if "context" in row["members"] else sets).append(row)
    elif row["p"]:
        {"document": documents, "unlabelled": unlabelled, "unseen": unseen}[row["kind"]].append(row)
of_statement, of_document = {}, {}
for row in documents:
    of_statement.setdefault((row["s"], row["language"]), []).append(row)
    of_document.setdefault(row["of"], []).append(row)
is_change = lambda row: row["of"].startswith("one-change")
is_tested = lambda row: row["of"] == "one-change-in-other-languages" and is_left_out(row)
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
}
change = [row for row in sets if is_change(row)]
others = [row for row in sets if not is_change(row)]
contracts = [row for row in others if row["of"] in about_contracts]
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

# Rows: the statement, passages, the label of each and that of all of them together.


def chosen(chance, labelled):
    label = chance.choices(list(labelled), [OFTEN[one] for one in labelled])[0]
    return label, chance.choice(labelled[label])


def document_row(chance):
    row = chance.choice(documents)
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
    label, passage = chosen(chance, variants[(row["s"], row["language"])])
    passages = list(row["p"][: PASSAGES - 1])
    if chance.random() < 0.3:
        passages = chance.sample(passages, chance.randrange(len(passages) + 1))
    passages.insert(min(int(chance.expovariate(0.8)), len(passages)), passage)
    return row["s"], passages, [label if one == passage else MISSING for one in passages], label


def set_row(chance):
    x = chance.random()
    row = chance.choice(change if x < 0.55 else contracts if x < 0.75 else others)
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


def to_batch(rows):
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
    return ids, mask, labels, verdicts


class Rows(torch.utils.data.IterableDataset):
    def __iter__(self):
        chance = random.Random(given.seed * 1000 + torch.utils.data.get_worker_info().id)
        makers = [document_row, inserted_row, set_row, together_row, mixed_row, crossed_row, unlabelled_row]
        while True:
            rows = [chance.choices(makers, SHARES)[0](chance) for _ in range(given.batch * 4)]
            rows.sort(key=lambda row: sum(map(length, row[1])))
            batches = [rows[at : at + given.batch] for at in range(0, len(rows), given.batch)]
            chance.shuffle(batches)
            yield from map(to_batch, batches)


# The reader, rounded as it is shipped; what cannot be derived is passed through.


def rounded_input(x, mask):
    """As DynamicQuantizeLinear does, for one row at a time."""
    with torch.no_grad():
        kept = torch.where(mask[:, :, None], x.float(), 0)
        low = kept.amin((1, 2), keepdim=True).clamp(max=0)
        high = kept.amax((1, 2), keepdim=True).clamp(min=0)
        scale = ((high - low) / 255).clamp(min=1e-9)
        zero = torch.round(-low / scale)
        near = ((torch.clamp(torch.round(x.float() / scale) + zero, 0, 255) - zero) * scale).to(x.dtype)
    return x + (near - x).detach()


def rounded_weights(weight, scale):
    with torch.no_grad():
        near = torch.clamp(torch.round(weight / scale), -LARGEST, LARGEST) * scale
    return weight + (near - weight).detach()


def dense(x, mask, weight, scale, bias, is_rounded):
    if is_rounded:
        x = rounded_input(x, mask)
    return x @ rounded_weights(weight, scale).to(x.dtype) + bias.to(x.dtype)


# Three times as fast as step by step; one that takes its parts is compiled once for all layers.
@torch.compile(dynamic=True)
def layer_of(x, mask, parts, drop, is_rounded):
    rows, size = mask.shape
    qkv, o, n1, f1, f2, n2 = parts
    norm = lambda x, own: F.layer_norm(x.float(), (WIDTH,), own[0], own[1], 1e-12).to(x.dtype)
    queries, keys, values = dense(x, mask, *qkv, is_rounded).view(rows, size, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
    attended = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask[:, None, None, :])
    attended = dense(attended.transpose(1, 2).reshape(rows, size, WIDTH), mask, *o, is_rounded)
    x = norm(x + F.dropout(attended, drop, drop > 0), n1)
    return norm(x + F.dropout(dense(F.gelu(dense(x, mask, *f1, is_rounded)), mask, *f2, is_rounded), drop, drop > 0), n2)


class Dense(torch.nn.Module):
    def __init__(self, arrays, name, new):
        super().__init__()
        self.name = new
        self.register_buffer("scale", torch.tensor(arrays[f"{name}.scale"]))
        self.weight = torch.nn.Parameter(torch.tensor(arrays[f"{name}.weight"]).float() * self.scale)
        self.bias = torch.nn.Parameter(torch.tensor(arrays[f"{name}.bias"]))

    def parts(self):
        return self.weight, self.scale, self.bias

    def learned(self):
        steps = torch.clamp(torch.round(self.weight / self.scale), -LARGEST, LARGEST).to(torch.int8)
        return {f"{self.name}.weight": steps, f"{self.name}.scale": self.scale, f"{self.name}.bias": self.bias}


class Norm(torch.nn.Module):
    def __init__(self, arrays, name, new):
        super().__init__()
        self.name = new
        self.weight = torch.nn.Parameter(torch.tensor(arrays[f"{name}.weight"]))
        self.bias = torch.nn.Parameter(torch.tensor(arrays[f"{name}.bias"]))

    def parts(self):
        return self.weight, self.bias

    def learned(self):
        return {f"{self.name}.weight": self.weight, f"{self.name}.bias": self.bias}


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


def places_of(layers, of):
    """Of all layers those that a reader with fewer begins with; what comes out of each is what it has to come near to."""
    return [(at + 1) * of // layers - 1 for at in range(layers)]


def layers_in(arrays):
    return sum(name.endswith(".qkv.weight") for name in arrays)


class Reader(torch.nn.Module):
    def __init__(self, arrays, places, is_rounded=True):
        super().__init__()
        self.is_rounded = is_rounded
        for name in ("w", "t", "p"):
            steps, scale, zero = (arrays[f"b.{name}.weight{part}"] for part in ("", ".scale", ".zero"))
            self.register_buffer(name, (torch.tensor(steps).float() - float(zero[0])) * float(scale[0]))
        self.norm = Norm(arrays, "n", "n")
        self.layers = torch.nn.ModuleList(
            torch.nn.ModuleDict(
                {part: Dense(arrays, f"layer{place}.{part}", f"layer{at}.{part}") for part in ("qkv", "o", "f1", "f2")}
                | {part: Norm(arrays, f"layer{place}.{part}", f"layer{at}.{part}") for part in ("n1", "n2")}
            )
            for at, place in enumerate(places)
        )
        self.whole, self.each = Head(arrays, "g"), Head(arrays, "h")

    def forward(self, ids, mask, drop=0.0):
        rows, size = ids.shape
        is_separator = (ids == SEPARATOR).long()
        segment = is_separator.cumsum(1) - is_separator
        x = self.w[ids] + self.t[(segment > 0).long()] + self.p[:size]
        x = F.layer_norm(x, (WIDTH,), *self.norm.parts(), 1e-12).to(torch.bfloat16)
        states = []
        for layer in self.layers:
            parts = tuple(layer[part].parts() for part in ("qkv", "o", "n1", "f1", "f2", "n2"))
            x = layer_of(x, mask, parts, drop, self.is_rounded)
            states.append(x)
        numbers = torch.arange(1, PASSAGES + 1, device=ids.device)[None, :, None]
        pooling = torch.cat([mask[:, None, :], (segment[:, None, :] == numbers) & mask[:, None, :]], 1).float()
        pooled = (pooling @ x.float()) / pooling.sum(-1, keepdim=True).clamp(min=1)
        return self.whole(pooled[:, 0]), self.each(pooled[:, 1:]), states


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
            tests += [(f"{row['language']} {label}", (row["s"], [one], [label], label)) for one in passages]
    for kind, rows in (("documents, seen", chance.sample(documents, 3000)), ("documents, unseen", unseen)):
        for row in rows:
            shown = row["p"][:PASSAGES]
            tests.append((kind, (row["s"], shown, [UNKNOWN] * len(shown), row["verdict"])))
    tests.sort(key=lambda test: sum(map(length, test[1][1])))
    reader.eval()
    right = {}
    with torch.no_grad():
        for at in range(0, len(tests), 256):
            part = tests[at : at + 256]
            ids, mask, _, verdicts = to_batch([row for _, row in part])
            whole, *_ = reader(ids.to(device), mask.to(device))
            for (kind, _), is_right in zip(part, (whole.argmax(-1).cpu() == verdicts).tolist()):
                right.setdefault(kind, []).append(is_right)
    reader.train()
    told = " | ".join(f"{kind} {100 * np.mean(own):.1f} of {len(own)}" for kind, own in sorted(right.items()))
    print(f"{when}: {told}", flush=True)


def save(reader, folder):
    """In two parts, neither of them large."""
    learned = {}
    for module in reader.modules():
        if isinstance(module, (Dense, Norm, Head)):
            learned.update({name: value.detach().cpu().numpy() for name, value in module.learned().items()})
    is_first = lambda name: name.startswith("layer") and int(name.split(".")[0][5:]) < given.layers // 2
    for part, is_in in (("part1", is_first), ("part2", lambda name: not is_first(name))):
        np.savez_compressed(f"{folder}/{part}.npz", **{name: own for name, own in learned.items() if is_in(name)})


def taught_in(folder, arrays):
    """A reader that was taught before, over the words and places of its teacher."""
    learned = dict(np.load(f"{folder}/part1.npz")) | dict(np.load(f"{folder}/part2.npz"))
    return arrays | learned, range(layers_in(learned))


def main():
    arrays = dict(np.load(given.weights))
    teachers = [Reader(arrays, range(layers_in(arrays)), is_rounded=False)]
    teachers += [Reader(*taught_in(folder, arrays), is_rounded=False) for folder in given.also.split(",") if folder]
    for number, teacher in enumerate(teachers):
        teacher.to(device).eval().requires_grad_(False)
        measure(teacher, f"teacher {number + 1}")
    places = places_of(given.layers, layers_in(arrays))
    reader = Reader(*(taught_in(given.start, arrays) if given.start else (arrays, places))).to(device)
    optimizer = torch.optim.AdamW(reader.parameters(), lr=given.rate, betas=(0.9, 0.98), weight_decay=0, fused=True)
    batches = torch.utils.data.DataLoader(Rows(), batch_size=None, num_workers=14, prefetch_factor=8, pin_memory=True)
    start = time.time()
    for step, batch in enumerate(batches):
        share = (time.time() - start) / given.seconds
        if share >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = given.rate * min(1, (step + 1) / 300) * (1 - share)
        ids, mask, labels, verdicts = (one.to(device, non_blocking=True) for one in batch)
        with torch.no_grad():
            taught = [teacher(ids, mask) for teacher in teachers]
            whole_aim, each_aim = (sum(one[part].softmax(-1) for one in taught) / len(taught) for part in (0, 1))
            states_aim = taught[0][2]
        whole, each, states = reader(ids, mask, drop=given.drop)
        apart = lambda now, aim: F.kl_div(now.log_softmax(-1), aim, reduction="none").sum(-1)
        is_there = labels != ABSENT
        loss = apart(whole, whole_aim).mean() + 0.5 * (apart(each, each_aim) * is_there).sum() / is_there.sum()
        known = labels.clamp(min=UNKNOWN).flatten()
        truth = F.cross_entropy(whole, verdicts, ignore_index=UNKNOWN)
        truth = truth + 0.5 * F.cross_entropy(each.flatten(0, 1), known, ignore_index=UNKNOWN)
        between = [((now.float() - states_aim[place].float()) ** 2 * mask[:, :, None]).sum() for now, place in zip(states, places)]
        loss = loss + given.truth * truth + given.states * sum(between) / len(between) / (mask.sum() * WIDTH)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimizer.step()
        if step % 500 == 499:
            print(f"{step + 1} steps, {time.time() - start:.0f} s, loss {loss.item():.3f}", flush=True)
    measure(reader, f"after {step} steps")
    save(reader, given.out)


if __name__ == "__main__":
    main()
