import MsgReaderModule, { type FieldsData } from "@kenjiuno/msgreader";
import { UnreadableFile } from "../extracted-file.ts";
import { decompressRtf } from "./decompress-rtf.ts";
import type { MailMessage } from "./mail-message.ts";

// The package is CommonJS with an `exports.default`, which Node wraps in the default import.
const { default: MsgReader } = MsgReaderModule as unknown as { default: typeof import("@kenjiuno/msgreader").default };

export function parseMsg(bytes: Buffer): MailMessage {
  const exact = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  try {
    const reader = new MsgReader(exact);
    const fields = reader.getFileData();
    if (fields.error !== undefined) throw new Error(fields.error);
    const body = findBody(fields);
    const subject = toText(fields.subject);
    const headers: [string, string | undefined][] = [
      ["From", formatPerson(fields.senderName, fields.senderSmtpAddress ?? fields.senderEmail)],
      ["To", formatRecipients(fields, "to")],
      ["Cc", formatRecipients(fields, "cc")],
      ["Bcc", formatRecipients(fields, "bcc")],
      ["Date", toIsoDate(fields.clientSubmitTime ?? fields.messageDeliveryTime)],
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

/** In a damaged message a property may have another type than the library declares. */
function toText(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

function findBody(fields: FieldsData): MailMessage["body"] {
  const html = toText(fields.bodyHtml) ?? toText(fields.html && decodeHtml(fields.html, fields.internetCodepage));
  if (html !== undefined) return { html };
  const text = toText(fields.body);
  if (text !== undefined) return { text };
  // Some messages have only this.
  return fields.compressedRtf instanceof Uint8Array ? { rtf: decompressRtf(fields.compressedRtf) } : undefined;
}

/** MS-OXCMAIL: Windows code page numbers; 65001 is UTF-8, ISO 8859 parts begin at 28591. */
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

function formatRecipients(fields: FieldsData, type: "to" | "cc" | "bcc"): string {
  return (fields.recipients ?? [])
    .filter(({ recipType }) => (recipType ?? "to") === type)
    .map(({ name, smtpAddress, email }) => formatPerson(name, smtpAddress ?? email))
    .filter((name) => name !== undefined)
    .join(", ");
}

/** Leaves out internal Exchange addresses ("/O=EXCHANGELABS/…"). */
function formatPerson(nameValue: unknown, addressValue: unknown): string | undefined {
  const name = toText(nameValue);
  const address = toText(addressValue);
  const publicAddress = address?.includes("@") ? address : undefined;
  if (name === undefined || name === publicAddress) return publicAddress ?? name;
  return publicAddress === undefined ? name : `${name} <${publicAddress}>`;
}

function toIsoDate(value: unknown): string | undefined {
  const date = toText(value);
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? date : new Date(time).toISOString();
}

function attachmentName({ fileName, fileNameShort, name, innerMsgContent }: FieldsData, index: number): string {
  if (innerMsgContent === true) return `${toText(name) ?? `message ${index + 1}`}.msg`;
  return toText(fileName) ?? toText(fileNameShort) ?? toText(name) ?? `attachment ${index + 1}`;
}
