import MsgReaderModule, { type FieldsData } from "@kenjiuno/msgreader";
import { UnreadableFile } from "../extracted-file.ts";
import { decompressRtf } from "./compressed-rtf.ts";
import type { MailMessage } from "./mail-message.ts";

// The package is CommonJS with an `exports.default`, which Node hands over inside the default import.
const { default: MsgReader } = MsgReaderModule as unknown as { default: typeof import("@kenjiuno/msgreader").default };

/** A message of Outlook. */
export function parseMsg(bytes: Buffer): MailMessage {
  const exact = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const reader = new MsgReader(exact);
    const fields = reader.getFileData();
    if (fields.error !== undefined) throw new Error(fields.error);
    const body = bodyOf(fields);
    const subject = words(fields.subject);
    const headers: [string, string | undefined][] = [
      ["From", person(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)],
      ["To", recipients(fields, "to")],
      ["Cc", recipients(fields, "cc")],
      ["Bcc", recipients(fields, "bcc")],
      ["Date", isoDate(fields.clientSubmitTime ?? fields.messageDeliveryTime)],
      ["Subject", subject],
    ];
    return {
      headers: headers.filter((header): header is [string, string] => Boolean(header[1])),
      ...(subject !== undefined && { subject }),
      ...(body !== undefined && { body }),
      attachments: (fields.attachments ?? []).map((attachment, index) => ({
        fileName: attachmentName(attachment, index),
        content: () => reader.getAttachment(attachment).content,
      })),
    };
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile("The Outlook message is damaged.", { cause: error });
  }
}

/** In a damaged message a property may have the type of another, whatever the library declares. */
function words(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function bodyOf(fields: FieldsData): MailMessage["body"] {
  const html = words(fields.bodyHtml) ?? words(fields.html && decodeHtml(fields.html, fields.internetCodepage));
  if (html !== undefined) return { html };
  const text = words(fields.body);
  if (text !== undefined) return { text };
  // Outlook may keep nothing but this.
  return fields.compressedRtf instanceof Uint8Array ? { rtf: decompressRtf(fields.compressedRtf) } : undefined;
}

/** MS-OXCMAIL: the code page is a Windows number; 65001 is UTF-8, and the ISO parts are 28590 and their number. */
function decodeHtml(bytes: Uint8Array, codePage: number | undefined): string {
  const label =
    codePage === undefined || codePage === 65001
      ? "utf-8"
      : codePage > 28590 && codePage < 28607
        ? `iso-8859-${codePage - 28590}`
        : codePage === 20127
          ? "windows-1252"
          : codePage === 932
            ? "shift_jis"
            : `windows-${codePage}`;
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function recipients(fields: FieldsData, type: "to" | "cc" | "bcc"): string {
  return (fields.recipients ?? [])
    .filter(({ recipType }) => (recipType ?? "to") === type)
    .map(({ name, smtpAddress, email }) => person(name, smtpAddress ?? email))
    .filter((name) => name !== undefined)
    .join(", ");
}

/** Exchange's own addresses ("/O=EXCHANGELABS/…") tell a reader nothing. */
function person(nameValue: unknown, addressValue: unknown): string | undefined {
  const name = words(nameValue);
  const address = words(addressValue);
  const shown = address?.includes("@") ? address : undefined;
  if (name === undefined || name === shown) return shown ?? name;
  return shown === undefined ? name : `${name} <${shown}>`;
}

function isoDate(value: unknown): string | undefined {
  const date = words(value);
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? date : new Date(time).toISOString();
}

function attachmentName({ fileName, fileNameShort, name, innerMsgContent }: FieldsData, index: number): string {
  if (innerMsgContent === true) return `${words(name) ?? `message ${index + 1}`}.msg`;
  return words(fileName) ?? words(fileNameShort) ?? words(name) ?? `attachment ${index + 1}`;
}
