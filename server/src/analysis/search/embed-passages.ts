import { maxContextLength, type Passage } from "../passages/passages.ts";
import type { Embeddings, Encoder } from "./encoder.ts";

/** Texts encoded between two checks of the abort signal. */
const textsPerStep = 256;

/** A document's passages, and for each its nearest heading and its lead-in. */
export interface DocumentEmbeddings {
  passages: Embeddings;
  headings: Embeddings;
  leadIns: Embeddings;
}

export async function embedDocument(
  encoder: Encoder,
  english: Passage[],
  signal: AbortSignal | undefined,
): Promise<DocumentEmbeddings> {
  const embed = (textOf: (passage: Passage) => string) => embedTexts(encoder, english.map(textOf), signal);
  return {
    passages: await embed(({ text }) => text),
    headings: await embed(({ headingPath }) => headingPath.at(-1) ?? ""),
    leadIns: await embed(({ leadIn }) => leadIn.slice(-maxContextLength)),
  };
}

/** Boilerplate repeats: a text that occurs several times is encoded once. An empty text is similar to nothing. */
async function embedTexts(encoder: Encoder, texts: string[], signal: AbortSignal | undefined): Promise<Embeddings> {
  const rowOf = new Map<string, number>();
  const rows = Uint32Array.from(texts, (text) => {
    const row = rowOf.get(text) ?? rowOf.size;
    rowOf.set(text, row);
    return row;
  });
  const distinct = [...rowOf.keys()];
  const begin = (from: number) => {
    const step = distinct.slice(from, from + textsPerStep);
    const encoding = step.length === 0 ? undefined : encoder.encode(step);
    // If the step before it fails, nobody awaits this one.
    encoding?.catch(() => undefined);
    return encoding;
  };
  let embeddings: Embeddings = { width: 0, values: new Float32Array(0), rows };
  let next = begin(0);
  for (let from = 0; from < distinct.length; from += textsPerStep) {
    signal?.throwIfAborted();
    // The next step is tokenized while this one is computed.
    const encoding = next;
    next = begin(from + textsPerStep);
    const vectors = (await encoding) ?? [];
    if (from === 0) {
      const width = vectors[0]?.length ?? 0;
      embeddings = { width, values: new Float32Array(width * distinct.length), rows };
    }
    for (const [at, vector] of vectors.entries()) embeddings.values.set(vector, (from + at) * embeddings.width);
  }
  const empty = rowOf.get("");
  if (empty !== undefined) embeddings.values.fill(0, empty * embeddings.width, (empty + 1) * embeddings.width);
  return embeddings;
}
