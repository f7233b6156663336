import PostalMime, { type Address, type Attachment } from "postal-mime";
import { UnreadableFile } from "../extracted-file.ts";
import type { MailMessage } from "./mail-message.ts";

export async function parseEml(bytes: Buffer): Promise<MailMessage> {
  // A forwarded email is a member, so that it is cited by its name.
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true }).catch((error: unknown) => {
    throw new UnreadableFile("The email is damaged: its parts cannot be separated.", { cause: error });
  });
  const headers: [string, string | undefined][] = [
    ["From", formatAddresses(mail.from)],
    ["To", formatAddresses(mail.to)],
    ["Cc", formatAddresses(mail.cc)],
    ["Bcc", formatAddresses(mail.bcc)],
    ["Date", mail.date],
    ["Subject", mail.subject],
  ];
  const isEncrypted = mail.attachments.some(({ mimeType }) =>
    ["application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"].includes(mimeType),
  );
  const hasText = Boolean(mail.html?.trim() || mail.text?.trim());
  if (isEncrypted && !hasText) throw new UnreadableFile("The email is encrypted.");
  return {
    headers: headers.filter((header): header is [string, string] => Boolean(header[1])),
    ...(mail.subject && { subject: mail.subject }),
    ...(mail.html?.trim() ? { body: { html: mail.html } } : mail.text?.trim() ? { body: { text: mail.text } } : {}),
    attachments: mail.attachments.filter(isDocument).map((attachment, index) => ({
      fileName: attachment.filename || defaultName(attachment, index),
      content: () => toBytes(attachment),
    })),
  };
}

function formatAddresses(value: Address | Address[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  const all = Array.isArray(value) ? value : [value];
  return all
    .map((address) => {
      if (address.group !== undefined) return `${address.name}: ${formatAddresses(address.group) ?? ""}`;
      if (!address.name) return address.address;
      return address.address ? `${address.name} <${address.address}>` : address.name;
    })
    .join(", ");
}

/** The signature of a signed email is an attachment, but not a document. */
function isDocument({ mimeType }: Attachment): boolean {
  return !["application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"].includes(
    mimeType,
  );
}

function defaultName({ mimeType }: Attachment, index: number): string {
  return mimeType === "message/rfc822" ? `message ${index + 1}.eml` : `attachment ${index + 1}`;
}

function toBytes({ content }: Attachment): Uint8Array {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
