import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type PackedMember, writeZip, ZipMember } from "../../platform/zip-file.ts";
import { type ReadLimits, type SourceFile, UnreadableFile } from "../extracted-file.ts";
import type { ReadParagraph } from "../office/docx-body.ts";
import { findMainPart, type OfficePackage, openOfficePackage } from "../office/office-package.ts";
import { readDocxContext } from "../office/read-docx.ts";
import type { Redline, RedlineEdit, RedlineOutcome, TextPlace } from "../redline-edit.ts";
import { CommentsPart } from "./comments-part.ts";
import { type NewParagraph, ParagraphInsertions } from "./insert-paragraphs.ts";
import { WordReplacements } from "./replace-words.ts";
import { RevisionMarks } from "./revision-marks.ts";
import { Splices } from "./splices.ts";
import { TextIndex } from "./text-index.ts";
import { openWordDocument, type WordDocument } from "./word-document.ts";

/** A paragraph of text has a few hundred bytes of XML. */
const maxMainPartBytes = 64 * 1024 ** 2;

/**
 * Writes a copy of a Word file in which the edits are tracked changes with comments. All else is copied: the other parts as they are
 * packed, and of the main part every character that no edit concerns.
 */
export async function redlineDocx(
  file: SourceFile,
  { edits, author }: Redline,
  limits: ReadLimits,
  outPath: string,
): Promise<RedlineOutcome> {
  const opened = await openOfficePackage(file.path, limits);
  try {
    const mainPart = await findMainPart(opened, "word/document.xml");
    const relations = await opened.relations(mainPart);
    const content = await opened.bytes(mainPart);
    if (content.length > maxMainPartBytes) throw new UnreadableFile("The file is too large for a redline.");
    const document = openWordDocument(content, await readDocxContext(opened, relations));
    const comments = await CommentsPart.open(opened, mainPart, relations, document.names);
    const marks = new RevisionMarks(document.names, author, document.root);
    const { text, outcome } = applyEdits(document, marks, edits, (edit) => comments.add(edit.comment, author));
    const changed = await comments.changedParts(opened, mainPart);
    changed.set(mainPart, text);
    await writeCopy(opened, changed, outPath);
    return outcome;
  } finally {
    await opened.close();
  }
}

function applyEdits(
  document: WordDocument,
  marks: RevisionMarks,
  edits: RedlineEdit[],
  addComment: (edit: RedlineEdit) => number,
): { text: string; outcome: RedlineOutcome } {
  const index = new TextIndex(document.paragraphs);
  const splices = new Splices();
  const replacements = new WordReplacements(document, marks, splices);
  const insertions = new ParagraphInsertions(document, marks, splices);
  const outcome: RedlineOutcome = { inserted: 0, replaced: 0, insertedAtEnd: 0 };
  const paragraphAt = (place: TextPlace | undefined) => {
    const found = place && index.findParagraph(place);
    return found === undefined ? undefined : document.paragraphs[found];
  };
  for (const edit of edits) {
    const comment = addComment(edit);
    const wordings = edit.replaces.flatMap((place) => {
      const range = index.find(place);
      return (range && replacements.findWording(range)) ?? [];
    });
    const [first] = wordings;
    if (first !== undefined) {
      for (const wording of wordings) replacements.delete(wording);
      replacements.insert(first, edit.text.replace(/\s+/g, " "), comment);
      outcome.replaced += 1;
      continue;
    }
    const after = firstOf([...edit.replaces, ...edit.after], paragraphAt);
    insertions.add(after, toParagraphs(edit, comment, { document, after, paragraphAt }));
    if (after === undefined) outcome.insertedAtEnd += 1;
    else outcome.inserted += 1;
  }
  replacements.write();
  insertions.write();
  return { text: splices.apply(document.text), outcome };
}

function firstOf<Place, Found>(places: Place[], find: (place: Place) => Found | undefined): Found | undefined {
  for (const place of places) {
    const found = find(place);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Surroundings {
  document: WordDocument;
  after: ReadParagraph | undefined;
  paragraphAt(place: TextPlace | undefined): ReadParagraph | undefined;
}

function toParagraphs(edit: RedlineEdit, comment: number, { document, after, paragraphAt }: Surroundings) {
  const { section, number } = edit;
  // A clause with a number continues those that are counted.
  const sibling = number !== undefined && after?.number && !after.isHeading ? after : undefined;
  const like = paragraphAt(edit.like) ?? sibling ?? findBodyParagraph(document, after);
  const unmarked = { commentStarts: [], commentEnds: [] };
  const headings: NewParagraph[] =
    section === undefined
      ? []
      : [{ text: section.title, number: section.number, like: paragraphAt(section.like) ?? like, ...unmarked }];
  const lines = edit.text.split("\n").filter((line) => line.trim() !== "");
  const clauses = lines.map((text, at) => ({ text, number: at === 0 ? number : undefined, like, ...unmarked }));
  const paragraphs: NewParagraph[] = [...headings, ...clauses];
  return paragraphs.map((paragraph, at) => ({
    ...paragraph,
    ...(at === 0 && { commentStarts: [comment] }),
    ...(at === paragraphs.length - 1 && { commentEnds: [comment] }),
  }));
}

/** Text that is no heading and no list, nearest to the paragraph. */
function findBodyParagraph({ paragraphs }: WordDocument, near: ReadParagraph | undefined): ReadParagraph | undefined {
  const at = near === undefined ? paragraphs.length - 1 : paragraphs.indexOf(near);
  const isBody = ({ isHeading, number }: ReadParagraph) => !isHeading && number === undefined;
  if (near !== undefined && isBody(near)) return near;
  return (
    paragraphs.slice(at + 1, at + 30).find(isBody) ??
    paragraphs.slice(Math.max(0, at - 30), Math.max(0, at)).findLast(isBody)
  );
}

async function writeCopy(opened: OfficePackage, changed: Map<string, string>, outPath: string): Promise<void> {
  const waiting = new Map([...changed].map(([name, text]) => [name.toLowerCase(), { name, text }]));
  const members: PackedMember[] = [];
  for await (const member of opened.packed()) {
    const key = member.name.replace(/^\//, "").toLowerCase();
    const text = waiting.get(key)?.text;
    members.push(text === undefined ? member : pack(member.name, text));
    waiting.delete(key);
  }
  for (const { name, text } of waiting.values()) members.push(pack(name, text));
  await pipeline(Readable.from(writeZip(members)), createWriteStream(outPath, { mode: 0o600 }));
}

function pack(name: string, text: string): ZipMember {
  const member = new ZipMember(name);
  // It may have had another encoding.
  member.write(text.replace(/^(<\?xml[^>]{0,60}?encoding=)(["'])[\w-]{1,40}\2/, '$1"UTF-8"'));
  member.end();
  return member;
}
