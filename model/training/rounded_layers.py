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


# Three times as fast as step by step; one that takes its parts is compiled once for all layers.
@torch.compile(dynamic=True)
def layer_of(x, mask, parts, drop, is_rounded, gelu):
    rows, size = mask.shape
    qkv, o, n1, f1, f2, n2 = parts
    norm = lambda x, own: F.layer_norm(x.float(), (WIDTH,), own[0], own[1], 1e-12).to(x.dtype)
    queries, keys, values = dense(x, mask, *qkv, is_rounded).view(rows, size, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
    attended = F.scaled_dot_product_attention(queries, keys, values, attn_mask=mask[:, None, None, :])
    attended = dense(attended.transpose(1, 2).reshape(rows, size, WIDTH), mask, *o, is_rounded)
    x = norm(x + F.dropout(attended, drop, drop > 0), n1)
    return norm(x + F.dropout(dense(F.gelu(dense(x, mask, *f1, is_rounded), approximate=gelu), mask, *f2, is_rounded), drop, drop > 0), n2)


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

    def forward(self, ids, types, mask, drop=0.0):
        x = self.w[ids] + self.t[types] + self.p[: ids.shape[1]]
        x = F.layer_norm(x, (WIDTH,), *self.norm.parts(), 1e-12).to(torch.bfloat16)
        states = []
        for layer in self.layers:
            parts = tuple(layer[part].parts() for part in ("qkv", "o", "n1", "f1", "f2", "n2"))
            x = layer_of(x, mask, parts, drop, self.is_rounded, self.gelu)
            states.append(x)
        return states


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
