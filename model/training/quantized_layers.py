"""BERT layers with the quantization of the shipped models (quantization-aware training). Needs PyTorch and a GPU."""
import time

import torch
import torch.nn.functional as F

HEADS, WIDTH = 12, 384
# Seven bits: with eight, processors without VNNI instructions saturate.
MAX_STEP = 63

# Rounding has no gradient: it is passed straight through.


def quantize_input(x, mask):
    """As DynamicQuantizeLinear, row by row."""
    with torch.no_grad():
        kept = torch.where(mask[:, :, None], x.float(), 0)
        low = kept.amin((1, 2), keepdim=True).clamp(max=0)
        high = kept.amax((1, 2), keepdim=True).clamp(min=0)
        scale = ((high - low) / 255).clamp(min=1e-9)
        zero = torch.round(-low / scale)
        rounded = ((torch.clamp(torch.round(x.float() / scale) + zero, 0, 255) - zero) * scale).to(x.dtype)
    return x + (rounded - x).detach()


def quantize_weights(weight, scale):
    with torch.no_grad():
        rounded = torch.clamp(torch.round(weight / scale), -MAX_STEP, MAX_STEP) * scale
    return weight + (rounded - weight).detach()


def dense(x, mask, weight, scale, bias, is_quantized):
    if is_quantized:
        x = quantize_input(x, mask)
    return x @ quantize_weights(weight, scale).to(x.dtype) + bias.to(x.dtype)


def split_heads(x, parts):
    """Queries, keys and values, or some of them, per head."""
    return x.view(len(x), -1, parts, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)


def attention_block(x, mask, queries, keys, values, seen, parts, dropout, is_quantized, gelu):
    o, n1, f1, f2, n2 = parts
    norm = lambda x, own: F.layer_norm(x.float(), (WIDTH,), own[0], own[1], 1e-12).to(x.dtype)
    attended = F.scaled_dot_product_attention(queries, keys, values, attn_mask=seen[:, None, None, :])
    attended = dense(attended.transpose(1, 2).reshape(x.shape), mask, *o, is_quantized)
    x = norm(x + F.dropout(attended, dropout, dropout > 0), n1)
    return norm(x + F.dropout(dense(F.gelu(dense(x, mask, *f1, is_quantized), approximate=gelu), mask, *f2, is_quantized), dropout, dropout > 0), n2)


# Compiled, it is three times as fast; taking its parts as arguments, it is compiled once for all layers.
@torch.compile(dynamic=True)
def full_layer(x, mask, parts, dropout, is_quantized, gelu):
    qkv, *rest = parts
    queries, keys, values = split_heads(dense(x, mask, *qkv, is_quantized), 3)
    return attention_block(x, mask, queries, keys, values, mask, rest, dropout, is_quantized, gelu)


@torch.compile(dynamic=True)
def special_token_layer(special, is_special, x, mask, parts, dropout, is_quantized, gelu):
    """A layer of the special tokens only: they attend to all tokens."""
    (weight, scale, bias), *rest = parts
    [queries] = split_heads(dense(special, is_special, weight[:, :WIDTH], scale[:WIDTH], bias[:WIDTH], is_quantized), 1)
    keys, values = split_heads(dense(x, mask, weight[:, WIDTH:], scale[WIDTH:], bias[WIDTH:], is_quantized), 2)
    return attention_block(special, is_special, queries, keys, values, mask, rest, dropout, is_quantized, gelu)


class Dense(torch.nn.Module):
    def __init__(self, arrays, name, new_name):
        super().__init__()
        self.name = new_name
        steps, scale = torch.tensor(arrays[f"{name}.weight"]).float(), torch.tensor(arrays[f"{name}.scale"])
        self.weight = torch.nn.Parameter(steps * scale)
        # Weights that came with eight bits get wider steps.
        self.register_buffer("scale", scale * max(1, float(steps.abs().max()) / MAX_STEP))
        self.bias = torch.nn.Parameter(torch.tensor(arrays[f"{name}.bias"]))

    def parts(self):
        return self.weight, self.scale, self.bias

    def export(self):
        steps = torch.clamp(torch.round(self.weight / self.scale), -MAX_STEP, MAX_STEP).to(torch.int8)
        return {f"{self.name}.weight": steps, f"{self.name}.scale": self.scale, f"{self.name}.bias": self.bias}


class Norm(torch.nn.Module):
    def __init__(self, arrays, name, new_name):
        super().__init__()
        self.name = new_name
        self.weight = torch.nn.Parameter(torch.tensor(arrays[f"{name}.weight"]))
        self.bias = torch.nn.Parameter(torch.tensor(arrays[f"{name}.bias"]))

    def parts(self):
        return self.weight, self.bias

    def export(self):
        return {f"{self.name}.weight": self.weight, f"{self.name}.bias": self.bias}


class Body(torch.nn.Module):
    """Token, position and type embeddings, and layers; returns the output of each layer."""

    def __init__(self, arrays, places, is_quantized=True, gelu="tanh"):
        super().__init__()
        self.is_quantized, self.gelu = is_quantized, gelu
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

    def embed(self, ids, types):
        x = self.w[ids] + self.t[types] + self.p[: ids.shape[1]]
        return F.layer_norm(x, (WIDTH,), *self.norm.parts(), 1e-12).to(torch.bfloat16)

    def parts(self):
        names = ("qkv", "o", "n1", "f1", "f2", "n2")
        return [tuple(layer[name].parts() for name in names) for layer in self.layers]

    def forward(self, ids, types, mask, dropout=0.0):
        x, states = self.embed(ids, types), []
        for parts in self.parts():
            x = full_layer(x, mask, parts, dropout, self.is_quantized, self.gelu)
            states.append(x)
        return states

    def at_special_tokens(self, ids, types, mask, places, is_special, full_layers, dropout=0.0):
        """The output at the special tokens: all tokens go through the first layers, only special tokens through the rest."""
        x, parts = self.embed(ids, types), self.parts()
        for own in parts[:full_layers]:
            x = full_layer(x, mask, own, dropout, self.is_quantized, self.gelu)
        special = torch.gather(x, 1, places[:, :, None].expand(-1, -1, WIDTH))
        for at, own in enumerate(parts[full_layers:]):
            seen, is_seen = (x, mask) if at == 0 else (torch.cat([x, special], 1), torch.cat([mask, is_special], 1))
            special = special_token_layer(special, is_special, seen, is_seen, own, dropout, self.is_quantized, self.gelu)
        return special


def count_layers(arrays):
    return sum(name.endswith(".qkv.weight") for name in arrays)


def hidden_state_loss(states, targets, places, mask):
    """The mean squared difference between the hidden states of student and teacher."""
    distances = [((now.float() - targets[place].float()) ** 2 * mask[:, :, None]).sum() for now, place in zip(states, places)]
    return sum(distances) / len(distances) / (mask.sum() * WIDTH)


def trained_arrays(model):
    """The trained arrays, by their names in the shipped file."""
    return {
        name: value.detach().cpu().numpy()
        for module in model.modules()
        if hasattr(module, "export")
        for name, value in module.export().items()
    }


def training_steps(model, batches, *, seconds, rate, warm_up, device):
    """Yields batches until the time is over, each with its number and the function that takes the loss."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=rate, betas=(0.9, 0.98), weight_decay=0, fused=device == "cuda")
    start = time.time()
    for step, batch in enumerate(batches):
        share = (time.time() - start) / seconds
        if share >= 1:
            return
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / warm_up) * (1 - share)

        def update(loss):
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            if step % 500 == 499:
                print(f"{step + 1} steps, {time.time() - start:.0f} s, loss {loss.item():.3f}", flush=True)

        yield step, [one.to(device, non_blocking=True) for one in batch], update
