import { burn, type Entry } from "@kenjiuno/msgreader/lib/Burner.js";

/** Streams as bytes or UTF-16 text; storages as nested trees. */
export interface CompoundTree {
  [name: string]: Buffer | string | CompoundTree;
}

/** A Compound File (old Office formats, Outlook). */
export function compoundBytes(tree: CompoundTree): Buffer {
  const entries: Entry[] = [{ name: "Root Entry", type: 5, length: 0, children: [] }];
  const add = (parent: number, content: CompoundTree) => {
    for (const [name, value] of Object.entries(content)) {
      const index = entries.length;
      entries[parent]?.children?.push(index);
      if (typeof value === "string" || Buffer.isBuffer(value)) {
        // A copy, because the writer uses the whole ArrayBuffer, and small buffers share one.
        const bytes = Uint8Array.from(typeof value === "string" ? Buffer.from(value, "utf16le") : value);
        entries.push({ name, type: 2, length: bytes.length, binaryProvider: () => bytes });
      } else {
        entries.push({ name, type: 1, length: 0, children: [] });
        add(index, value);
      }
    }
  };
  add(0, tree);
  return Buffer.from(burn(entries));
}

/** An Outlook message (MS-OXMSG). */
export function msgBytes(message: {
  subject: string;
  from?: { name: string; address: string };
  to?: { name: string; address: string }[];
  text?: string;
  html?: string;
  /** In the stored form (MS-OXRTFCP). */
  compressedRtf?: Buffer;
  attachments?: { name: string; content: Buffer }[];
}): Buffer {
  const tree: CompoundTree = {
    "__properties_version1.0": Buffer.alloc(32),
    "__nameid_version1.0": {},
    "__substg1.0_0037001F": message.subject,
    ...(message.text !== undefined && { "__substg1.0_1000001F": message.text }),
    ...(message.html !== undefined && { "__substg1.0_10130102": Buffer.from(message.html) }),
    ...(message.compressedRtf !== undefined && { "__substg1.0_10090102": message.compressedRtf }),
    ...(message.from && {
      "__substg1.0_0C1A001F": message.from.name,
      "__substg1.0_5D01001F": message.from.address,
    }),
  };
  for (const [index, { name, address }] of (message.to ?? []).entries()) {
    tree[`__recip_version1.0_#${hex(index)}`] = { "__substg1.0_3001001F": name, "__substg1.0_39FE001F": address };
  }
  for (const [index, { name, content }] of (message.attachments ?? []).entries()) {
    tree[`__attach_version1.0_#${hex(index)}`] = { "__substg1.0_3707001F": name, "__substg1.0_37010102": content };
  }
  return compoundBytes(tree);
}

function hex(index: number): string {
  return index.toString(16).toUpperCase().padStart(8, "0");
}
