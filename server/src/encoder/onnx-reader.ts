import { neutralReading, type Reader, type Reading } from "../analysis/reading/reader.ts";
import { type ModelUse, marks, openModel } from "./model-session.ts";

const model = {
  file: "evidence-reader.int8.onnx",
  sha256: "8c751f52f7dbe3390cd1551b9348d2a3b42789ecc32d0f7b4fe4e0a8913b98a5",
};

/** What the reader was trained with; the rest is cut. */
const most = { statementTokens: 64, passages: 6, passageTokens: 72, tokens: 288 };

/** A passage of less than this is not worth its place at the end. */
const leastTokens = 8;

const isMark = (token: number) => token === marks.begin || token === marks.separator;

/** The requirement, then the passages, each up to its separator: by those the model tells them apart. */
function toRow(statement: number[], passages: number[][]) {
  // What a document says cannot end a passage, even where it spells the mark out.
  const plain = (tokens: number[], longest: number) => tokens.filter((token) => !isMark(token)).slice(0, longest);
  const ids = [marks.begin, ...plain(statement, most.statementTokens), marks.separator];
  const first = ids.length;
  for (const passage of passages.slice(0, most.passages)) {
    const room = most.tokens - ids.length - 1;
    if (room < leastTokens) break;
    ids.push(...plain(passage, Math.min(most.passageTokens, room)), marks.separator);
  }
  return { ids, types: ids.map((_, at) => (at < first ? 0 : 1)) };
}

/** Four figures each: of the overall, then of one passage after another, as far as they were read. */
function toReadings(figures: Float32Array): Reading[] {
  return Array.from({ length: figures.length / 4 }, (_, at) => {
    const [met = 0, partly = 0, contradicted = 0, neutral = 1] = figures.subarray(4 * at, 4 * at + 4);
    return { met, partly, contradicted, neutral };
  });
}

export async function openOnnxReader(use: ModelUse): Promise<Reader> {
  // One by one takes no longer, and the answer to a question does not depend on what else is asked. It must stay so: the model
  // leaves nothing out of a row, so that padding would be read with it, and answers for as many marks as the first row has.
  const session = await openModel({ ...model, output: "verdict", rowsAtOnce: 1, ...use });
  return {
    modelSha256: session.sha256,
    async read(questions) {
      const rows = questions.map(({ statement, passages }) =>
        toRow(session.tokens(statement), passages.map(session.tokens)),
      );
      const figures = await session.run(rows);
      return questions.map(({ passages }, at) => {
        const [overall = neutralReading, ...each] = toReadings(figures[at] ?? new Float32Array());
        return { overall, passages: passages.map((_, place) => each[place] ?? neutralReading) };
      });
    },
  };
}
