"""Layers of a BERT-like model, rounded as they are shipped, for the programs that teach. Needs PyTorch and a GPU."""
import time

import torch
import torch.nn.functional as F

HEADS, WIDTH = 12, 384
# With seven bits nothing saturates on processors without instructions for it.
LARGEST = 63

# What cannot be derived is passed through.


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


def heads_of(x, parts):
    """Queries, keys and values, or some of them, head by head."""
    return x.view(len(x), -1, parts, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)


def after_looking(x, mask, queries, keys, values, seen, parts, drop, is_rounded, gelu):
    o, n1, f1, f2, n2 = parts
    norm = lambda x, own: F.layer_norm(x.float(), (WIDTH,), own[0], own[1], 1e-12).to(x.dtype)
    attended = F.scaled_dot_product_attention(queries, keys, values, attn_mask=seen[:, None, None, :])
    attended = dense(attended.transpose(1, 2).reshape(x.shape), mask, *o, is_rounded)
    x = norm(x + F.dropout(attended, drop, drop > 0), n1)
    return norm(x + F.dropout(dense(F.gelu(dense(x, mask, *f1, is_rounded), approximate=gelu), mask, *f2, is_rounded), drop, drop > 0), n2)


# Three times as fast as step by step; one that takes its parts is compiled once for all layers.
@torch.compile(dynamic=True)
def layer_of(x, mask, parts, drop, is_rounded, gelu):
    qkv, *rest = parts
    queries, keys, values = heads_of(dense(x, mask, *qkv, is_rounded), 3)
    return after_looking(x, mask, queries, keys, values, mask, rest, drop, is_rounded, gelu)


@torch.compile(dynamic=True)
def layer_of_marks(marks, are_marks, x, mask, parts, drop, is_rounded, gelu):
    """Only what stands at the marks looks around, and goes on."""
    (weight, scale, bias), *rest = parts
    [queries] = heads_of(dense(marks, are_marks, weight[:, :WIDTH], scale[:WIDTH], bias[:WIDTH], is_rounded), 1)
    keys, values = heads_of(dense(x, mask, weight[:, WIDTH:], scale[WIDTH:], bias[WIDTH:], is_rounded), 2)
    return after_looking(marks, are_marks, queries, keys, values, mask, rest, drop, is_rounded, gelu)


class Dense(torch.nn.Module):
    def __init__(self, arrays, name, new):
        super().__init__()
        self.name = new
        steps, scale = torch.tensor(arrays[f"{name}.weight"]).float(), torch.tensor(arrays[f"{name}.scale"])
        self.weight = torch.nn.Parameter(steps * scale)
        # What came with eight bits gets wider steps.
        self.register_buffer("scale", scale * max(1, float(steps.abs().max()) / LARGEST))
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


class Body(torch.nn.Module):
    """Words, places and layers: what comes out of each layer."""

    def __init__(self, arrays, places, is_rounded=True, gelu="tanh"):
        super().__init__()
        self.is_rounded, self.gelu = is_rounded, gelu
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

    def embedded(self, ids, types):
        x = self.w[ids] + self.t[types] + self.p[: ids.shape[1]]
        return F.layer_norm(x, (WIDTH,), *self.norm.parts(), 1e-12).to(torch.bfloat16)

    def parts(self):
        names = ("qkv", "o", "n1", "f1", "f2", "n2")
        return [tuple(layer[name].parts() for name in names) for layer in self.layers]

    def forward(self, ids, types, mask, drop=0.0):
        x, states = self.embedded(ids, types), []
        for parts in self.parts():
            x = layer_of(x, mask, parts, drop, self.is_rounded, self.gelu)
            states.append(x)
        return states

    def at_marks(self, ids, types, mask, places, are_marks, whole_layers, drop=0.0):
        """What comes out where the marks stand: all words go through the first layers, after those only the marks."""
        x, parts = self.embedded(ids, types), self.parts()
        for own in parts[:whole_layers]:
            x = layer_of(x, mask, own, drop, self.is_rounded, self.gelu)
        marks = torch.gather(x, 1, places[:, :, None].expand(-1, -1, WIDTH))
        for at, own in enumerate(parts[whole_layers:]):
            seen, is_seen = (x, mask) if at == 0 else (torch.cat([x, marks], 1), torch.cat([mask, are_marks], 1))
            marks = layer_of_marks(marks, are_marks, seen, is_seen, own, drop, self.is_rounded, self.gelu)
        return marks


def places_of(layers, of):
    """Of all layers those that a reader with fewer begins with; what comes out of each is what it has to come near to."""
    return [(at + 1) * of // layers - 1 for at in range(layers)]


def layers_in(arrays):
    return sum(name.endswith(".qkv.weight") for name in arrays)


def apart_between(states, aims, places, mask):
    """How far what is between the layers is from what is between those of the teacher."""
    far = [((now.float() - aims[place].float()) ** 2 * mask[:, :, None]).sum() for now, place in zip(states, places)]
    return sum(far) / len(far) / (mask.sum() * WIDTH)


def learned_in(model):
    """What was learned, by its name in the shipped file."""
    return {
        name: value.detach().cpu().numpy()
        for module in model.modules()
        if hasattr(module, "learned")
        for name, value in module.learned().items()
    }


def lessons(model, batches, *, seconds, rate, warm_up, device):
    """Batches for as long as there is time, each with its number and what to do with the loss that came of it."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0, fused=device == "cuda")
    start = time.time()
    for step, batch in enumerate(batches):
        share = (time.time() - start) / seconds
        if share >= 1:
            return
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / warm_up) * (1 - share)

        def learn(loss):
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            if step % 500 == 499:
                print(f"{step + 1} steps, {time.time() - start:.0f} s, loss {loss.item():.3f}", flush=True)

        yield step, [one.to(device, non_blocking=True) for one in batch], learn
