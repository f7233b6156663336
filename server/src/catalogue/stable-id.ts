import { createHash } from "node:crypto";
import type { Id } from "../platform/ids.ts";

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID whose time is 0 and whose random part is a hash: the same name always has the same id. */
export function stableId(title: string, name: string): Id {
  const hash = createHash("sha256").update(`${title}\n${name}`).digest();
  const random = Array.from({ length: 16 }, (_, index) => alphabet[(hash[index] ?? 0) % 32]).join("");
  return `0000000000${random}`;
}
