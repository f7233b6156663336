import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import type { ContainerReader, FileMember, ReadContainer } from "../archive/container-reader.ts";
import { toDisplayName } from "../archive/display-name.ts";
import type { UnpackBudget } from "../archive/unpack-budget.ts";
import {
  type ExtractedPage,
  type Paragraph,
  type ReadFile,
  type ReadLimits,
  type SourceFile,
  UnreadableFile,
} from "../extracted-file.ts";
import { normaliseLine } from "../text/text-block.ts";
import { readWholeFile } from "../text/text-encoding.ts";
import type { MailMessage } from "./mail-message.ts";

export const readEml: ContainerReader = async (file, limits, budget) => {
  const { parseEml } = await import("./parse-eml.ts");
  return readMail(await parseEml(await readWholeFile(file.path, limits)), limits, budget);
};

export const readMsg: ContainerReader = async (file, limits, budget) => {
  const { parseMsg } = await import("./parse-msg.ts");
  return readMail(parseMsg(await readWholeFile(file.path, limits)), limits, budget);
};

/** The first page has the headers, the others the body. Attachments are members. */
async function readMail(mail: MailMessage, limits: ReadLimits, budget: UnpackBudget): Promise<ReadContainer> {
  const folder = await mkdtemp(join(tmpdir(), "mail-"));
  try {
    const opened = mail.body && (await openBody(mail.body, folder, limits, mail.attachments.length > 0));
    const body = typeof opened === "string" ? undefined : opened;
    const headers = buildHeaderPage(mail);
    return {
      facts: {
        pageCount: 1 + (body?.facts.pageCount ?? 0),
        ...(mail.subject !== undefined && { title: normaliseLine(mail.subject) }),
        ...(body?.facts.language !== undefined && { language: body.facts.language }),
      },
      async *pages(firstPage) {
        if (firstPage <= 1) yield headers;
        if (body === undefined) return;
        const isOnePage = body.facts.pageCount === 1;
        for await (const page of body.pages(Math.max(1, firstPage - 1))) {
          yield { ...page, number: page.number + 1, label: isOnePage ? "body" : `body, ${page.label}` };
        }
      },
      async *members() {
        // Attachments are read even if the body cannot be.
        if (typeof opened === "string") yield { ...bodyNames, failureReason: opened };
        yield* writeAttachments(mail, folder, budget);
      },
      async close() {
        await body?.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const bodyNames = { fileName: "message body", displayName: "message body" };

/** Returns a failure reason if the body cannot be read but the email has attachments. */
async function openBody(
  body: NonNullable<MailMessage["body"]>,
  folder: string,
  limits: ReadLimits,
  hasAttachments: boolean,
): Promise<ReadFile | string> {
  const file: SourceFile = { path: join(folder, "body"), fileName: "body" };
  // The byte order mark overrides the encoding that the HTML declares.
  const bytes = "rtf" in body ? body.rtf : `\ufeff${"html" in body ? body.html : body.text}`;
  await writeFile(file.path, bytes, { mode: 0o600 });
  try {
    if ("html" in body) return await (await import("../text/read-html.ts")).readHtml(file, limits);
    if ("rtf" in body) return await (await import("../text/read-rtf.ts")).readRtf(file, limits);
    return await (await import("../text/read-text.ts")).readText(file, limits);
  } catch (error) {
    if (hasAttachments && error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

function buildHeaderPage({ headers, attachments }: MailMessage): ExtractedPage {
  const names = attachments.map(({ fileName }) => posix.basename(toDisplayName(fileName)));
  const lines = headers.map(([name, value]) => `${name}: ${normaliseLine(value)}`);
  if (names.length > 0) lines.push(`Attachments: ${names.join("; ")}`);
  const paragraphs: Paragraph[] = [];
  let start = 0;
  for (const line of lines) {
    paragraphs.push({ start, end: start + line.length, kind: "body", headingPath: [] });
    start += line.length + 1;
  }
  return { number: 1, label: "mail header", text: lines.join("\n"), paragraphs };
}

async function* writeAttachments(
  { attachments }: MailMessage,
  folder: string,
  budget: UnpackBudget,
): AsyncGenerator<FileMember> {
  for (const [index, attachment] of attachments.entries()) {
    budget.addMember();
    const displayName = posix.basename(toDisplayName(attachment.fileName));
    const names = { fileName: displayName, displayName };
    const path = join(folder, `${index + 1}`);
    const content = tryDecode(attachment);
    if (content === undefined) {
      yield { ...names, failureReason: "The attachment is damaged." };
      continue;
    }
    budget.addBytes(content.length);
    await writeFile(path, content, { mode: 0o600 });
    yield { ...names, path };
    await rm(path, { force: true });
  }
}

function tryDecode({ content }: MailMessage["attachments"][number]): Uint8Array | undefined {
  try {
    return content();
  } catch {
    return undefined;
  }
}
