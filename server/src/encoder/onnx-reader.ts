import type { Reader } from "../analysis/reader.ts";
import { type ModelUse, marks, openModel } from "./model-session.ts";

/** What the reader was trained with; the rest is cut. */
const mostStatementTokens = 64;
const mostTokens = 160;

/** English as it is written, and English that was put together word for word from another language. */
const files = {
  written: {
    file: "evidence-reader.int8.onnx",
    sha256: "abaaff55330590946d5f0748d1b55536de4dde374496b613f1ec8fd76006c201",
  },
  glossed: {
    file: "evidence-reader-glossed.int8.onnx",
    sha256: "3840229999d4cc37b4640a209aac1dc7f7253e3d80743d17c094010b3ba843b6",
  },
};

export async function openOnnxReader(use: ModelUse, english: keyof typeof files): Promise<Reader> {
  // One by one takes no longer, and what is read in a passage does not depend on what else is read.
  const model = await openModel({ ...files[english], output: "verdict", rowsAtOnce: 1, ...use });
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
