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
import { plainLine } from "../text/paged-text.ts";
import { readWhole } from "../text/text-encoding.ts";
import type { MailMessage } from "./mail-message.ts";

export const readEml: ContainerReader = async (file, limits, budget) => {
  const { parseEml } = await import("./parse-eml.ts");
  return readMail(await parseEml(await readWhole(file.path, limits)), limits, budget);
};

export const readMsg: ContainerReader = async (file, limits, budget) => {
  const { parseMsg } = await import("./parse-msg.ts");
  return readMail(parseMsg(await readWhole(file.path, limits)), limits, budget);
};

/** The first part of a mail is its head, then comes its body; its attachments are members. */
async function readMail(mail: MailMessage, limits: ReadLimits, budget: UnpackBudget): Promise<ReadContainer> {
  const folder = await mkdtemp(join(tmpdir(), "mail-"));
  try {
    const opened = mail.body && (await openBody(mail.body, folder, limits, mail.attachments.length > 0));
    const body = typeof opened === "string" ? undefined : opened;
    const head = headPage(mail);
    return {
      facts: {
        pageCount: 1 + (body?.facts.pageCount ?? 0),
        ...(mail.subject !== undefined && { title: plainLine(mail.subject) }),
        ...(body?.facts.language !== undefined && { language: body.facts.language }),
      },
      async *pages(firstPage) {
        if (firstPage <= 1) yield head;
        if (body === undefined) return;
        const isOnePage = body.facts.pageCount === 1;
        for await (const page of body.pages(Math.max(1, firstPage - 1))) {
          yield { ...page, number: page.number + 1, label: isOnePage ? "body" : `body, ${page.label}` };
        }
      },
      async *members() {
        // What is attached is read all the same.
        if (typeof opened === "string") yield { ...bodyNames, failureReason: opened };
        yield* membersOf(mail, folder, budget);
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

/** Or the reason why the body cannot be read, where that need not end the mail because there is more in it. */
async function openBody(
  body: NonNullable<MailMessage["body"]>,
  folder: string,
  limits: ReadLimits,
  hasMore: boolean,
): Promise<ReadFile | string> {
  const file: SourceFile = { path: join(folder, "body"), fileName: "body" };
  // The mark says for certain how the bytes are to be read, whatever the HTML declares it was before it was sent.
  const bytes = "rtf" in body ? body.rtf : `\ufeff${"html" in body ? body.html : body.text}`;
  await writeFile(file.path, bytes, { mode: 0o600 });
  try {
    if ("html" in body) return await (await import("../text/read-html.ts")).readHtml(file, limits);
    if ("rtf" in body) return await (await import("../text/read-rtf.ts")).readRtf(file, limits);
    return await (await import("../text/read-text.ts")).readText(file, limits);
  } catch (error) {
    if (hasMore && error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

function headPage({ headers, attachments }: MailMessage): ExtractedPage {
  const names = attachments.map(({ fileName }) => posix.basename(toDisplayName(fileName)));
  const lines = headers.map(([name, value]) => `${name}: ${plainLine(value)}`);
  if (names.length > 0) lines.push(`Attachments: ${names.join("; ")}`);
  const paragraphs: Paragraph[] = [];
  let start = 0;
  for (const line of lines) {
    paragraphs.push({ start, end: start + line.length, kind: "body", headingPath: [] });
    start += line.length + 1;
  }
  return { number: 1, label: "mail header", text: lines.join("\n"), paragraphs };
}

async function* membersOf(
  { attachments }: MailMessage,
  folder: string,
  budget: UnpackBudget,
): AsyncGenerator<FileMember> {
  for (const [index, attachment] of attachments.entries()) {
    budget.addMember();
    const displayName = posix.basename(toDisplayName(attachment.fileName));
    const names = { fileName: displayName, displayName };
    const path = join(folder, `${index + 1}`);
    const content = contentOf(attachment);
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

function contentOf({ content }: MailMessage["attachments"][number]): Uint8Array | undefined {
  try {
    return content();
  } catch {
    return undefined;
  }
}
