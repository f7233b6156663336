import type { Answer, Body } from "@assay/sdk";
import { administration } from "../service/administration.ts";

/** A framework as JSON, or a control as a spreadsheet. */
type ImportedFile = { kind: "framework"; document: object } | { kind: "checklist"; file: Body<"importChecklist"> };

export type PreviewedFile = ImportedFile & {
  fileName: string;
  changes: Answer<"previewFramework">;
  /** Of a spreadsheet. */
  issues?: Answer<"previewChecklist">;
};

/** Shown in the reader's language instead of the parser's message. */
export class NotJson extends Error {}

export async function previewFile(given: File): Promise<PreviewedFile> {
  const fileName = given.name;
  if (!/\.(?:xlsx|csv)$/i.test(fileName)) {
    const document = await readJson(given);
    return { kind: "framework", document, fileName, changes: await administration.previewFramework(document) };
  }
  const file = { fileName, data: await toBase64(given) };
  const issues = await administration.previewChecklist(file);
  return { kind: "checklist", file, fileName, changes: { ...issues, problems: [] }, issues };
}

export const importFile = (given: ImportedFile): Promise<unknown> =>
  given.kind === "framework"
    ? administration.loadFramework(given.document)
    : administration.importChecklist(given.file);

async function readJson(file: File): Promise<object> {
  try {
    const value: unknown = JSON.parse(await file.text());
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported below, like any other file without a framework.
  }
  throw new NotJson();
}

/** Of bytes in pieces, because a function takes a limited number of parameters. */
async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieceBytes = 32_768;
  let text = "";
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes));
  return btoa(text);
}
