import { neutralReading, type Reader, type Reading } from "../analysis/reading/reader.ts";
import { type ModelUse, openModel, specialTokens } from "./model-session.ts";

const model = {
  file: "evidence-reader.int8.onnx",
  sha256: "495598317217ce8ac4c684ffcc1749fda49aa279f1b5adbdbfed20dc229d01d6",
};

/** The limits of the training; the rest is cut. */
const max = { statementTokens: 64, passages: 12, passageTokens: 112, tokens: 768 };

/** A passage with less room is left out. */
const minTokens = 8;

const isSpecialToken = (token: number) => token === specialTokens.begin || token === specialTokens.separator;

/** The requirement, then the passages, each followed by a separator. */
function toRow(statement: number[], passages: number[][]) {
  // A document that spells out a special token cannot end a passage with it.
  const plain = (tokens: number[], longest: number) =>
    tokens.filter((token) => !isSpecialToken(token)).slice(0, longest);
  const ids = [specialTokens.begin, ...plain(statement, max.statementTokens), specialTokens.separator];
  const first = ids.length;
  let read = 0;
  for (const passage of passages.slice(0, max.passages)) {
    const room = max.tokens - ids.length - 1;
    if (room < minTokens) break;
    ids.push(...plain(passage, Math.min(max.passageTokens, room)), specialTokens.separator);
    read++;
  }
  return { ids, types: ids.map((_, at) => (at < first ? 0 : 1)), read };
}

/** Four probabilities each: of all passages together, then of each passage that was read. */
function toReadings(output: Float32Array): Reading[] {
  return Array.from({ length: output.length / 4 }, (_, at) => {
    const [met = 0, partly = 0, contradicted = 0, neutral = 1] = output.subarray(4 * at, 4 * at + 4);
    return { met, partly, contradicted, neutral };
  });
}

export async function openOnnxReader(use: ModelUse): Promise<Reader> {
  // One row per batch: the model has no attention mask, so padding would be read as text, and its output has as many special
  // tokens as the first row. It takes no longer, and an answer does not depend on the other questions.
  const session = await openModel({ ...model, output: "verdict", rowsPerBatch: 1, ...use });
  return {
    modelSha256: session.sha256,
    async read(questions) {
      const rows = questions.map(({ statement, passages }) =>
        toRow(session.tokens(statement), passages.map(session.tokens)),
      );
      const output = await session.run(rows);
      return questions.map(({ passages }, at) => {
        const [overall = neutralReading, ...each] = toReadings(output[at] ?? new Float32Array());
        const read = rows[at]?.read ?? 0;
        return { overall, passages: passages.map((_, place) => (place < read && each[place]) || neutralReading) };
      });
    },
  };
}
