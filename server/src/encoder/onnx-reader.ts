import type { Reader } from "../analysis/reader.ts";
import { type ModelUse, marks, openModel } from "./model-session.ts";

/** What the reader was trained with; the rest is cut. */
const mostStatementTokens = 64;
const mostTokens = 160;

/** English as it is written, and English that was put together word for word from another language. */
const files = {
  written: {
    file: "evidence-reader.int8.onnx",
    sha256: "fc5673d1f0840545f15dd9223cd13f7cf233a995b06a702f6492a383638565b0",
  },
  glossed: {
    file: "evidence-reader-glossed.int8.onnx",
    sha256: "6a121fbd488721101a079215245d209ffd601622e3e58c458e38bead408cf7ec",
  },
};

export async function openOnnxReader(use: ModelUse, english: keyof typeof files): Promise<Reader> {
  const model = await openModel({ ...files[english], output: "verdict", ...use });
  const toRow = (statement: string, passage: string) => {
    const first = [marks.begin, ...model.tokens(statement).slice(0, mostStatementTokens), marks.separator];
    const second = [...model.tokens(passage).slice(0, mostTokens - first.length - 1), marks.separator];
    return { ids: [...first, ...second], types: [...first.map(() => 0), ...second.map(() => 1)] };
  };
  return {
    modelSha256: model.sha256,
    async read(pairs) {
      const chances = await model.run(pairs.map(({ statement, passage }) => toRow(statement, passage)));
      return chances.map(([met = 0, partly = 0, contradicted = 0, neutral = 1]) => ({
        met,
        partly,
        contradicted,
        neutral,
      }));
    },
    close: () => model.close(),
  };
}
