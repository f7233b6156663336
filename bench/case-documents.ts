import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** One of the three documents of each control is never used for training or fitting. */
const heldOut: Record<string, string> = {
  ...{ AIT: "compliant", CCP: "partly", DPA: "poor", HSR: "compliant", ICT: "partly" },
  ...{ IRBC: "poor", ISP: "compliant", NDA: "partly", PRN: "poor", ROPA: "compliant" },
};

interface Labels {
  control: string;
  /** `compliant`, `partly` or `poor`: the document's name without its ending. */
  document: string;
  /** The criteria come in the order of `criteria-keys.json`. */
  items: { externalId: string; level: string; criteria: { verdict: string; quote?: string }[] }[];
}

/** A document that was written for the benchmarks, in one language. */
export interface CaseDocument extends Labels {
  language: string;
  name: string;
  /** Markdown. */
  text: string;
  isHeldOut: boolean;
}

const folder = join(import.meta.dirname, "cases");

async function readLines<Line>(name: string): Promise<Line[]> {
  const text = await readFile(join(folder, name), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The English documents, which are Markdown files, each followed by its translations if it has any. */
export async function readCases(): Promise<CaseDocument[]> {
  const translations = await readLines<Labels & { language: string; text: string }>("translations.jsonl");
  const cases: CaseDocument[] = [];
  for (const labels of await readLines<Labels>("labels.jsonl")) {
    const { control, document } = labels;
    const isHeldOut = heldOut[control] === document;
    const name = `${document}.md`;
    const text = await readFile(join(folder, control, name), "utf8");
    cases.push({ ...labels, language: "en", name, text, isHeldOut });
    for (const { language, text } of translations.filter((one) => one.control === control && one.document === document))
      cases.push({ ...labels, language, name: `${document}.${language}.md`, text, isHeldOut });
  }
  return cases;
}
