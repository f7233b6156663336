import PostalMime, { type Address, type Attachment } from "postal-mime";
import { UnreadableFile } from "../extracted-file.ts";
import type { MailMessage } from "./mail-message.ts";

export async function parseEml(bytes: Buffer): Promise<MailMessage> {
  // A forwarded mail is a member of its own, so that its words are cited under its name.
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true }).catch((error: unknown) => {
    throw new UnreadableFile("The mail is damaged: its parts cannot be told apart.", { cause: error });
  });
  const headers: [string, string | undefined][] = [
    ["From", addresses(mail.from)],
    ["To", addresses(mail.to)],
    ["Cc", addresses(mail.cc)],
    ["Bcc", addresses(mail.bcc)],
    ["Date", mail.date],
    ["Subject", mail.subject],
  ];
  const isEncrypted = mail.attachments.some(({ mimeType }) =>
    ["application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"].includes(mimeType),
  );
  const hasText = Boolean(mail.html?.trim() || mail.text?.trim());
  if (isEncrypted && !hasText) throw new UnreadableFile("The mail is encrypted.");
  return {
    headers: headers.filter((header): header is [string, string] => Boolean(header[1])),
    ...(mail.subject && { subject: mail.subject }),
    ...(mail.html?.trim() ? { body: { html: mail.html } } : mail.text?.trim() ? { body: { text: mail.text } } : {}),
    attachments: mail.attachments.filter(isDocument).map((attachment, index) => ({
      fileName: attachment.filename || unnamed(attachment, index),
      content: () => contentOf(attachment),
    })),
  };
}

function addresses(value: Address | Address[] | undefined): string | undefined {
  if (value === undefined) return undefined;
  const all = Array.isArray(value) ? value : [value];
  return all
    .map((address) => {
      if (address.group !== undefined) return `${address.name}: ${addresses(address.group) ?? ""}`;
      if (!address.name) return address.address;
      return address.address ? `${address.name} <${address.address}>` : address.name;
    })
    .join(", ");
}

/** The signature of a signed mail comes as an attachment, but nobody attached it. */
function isDocument({ mimeType }: Attachment): boolean {
  return !["application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-signature"].includes(
    mimeType,
  );
}

function unnamed({ mimeType }: Attachment, index: number): string {
  return mimeType === "message/rfc822" ? `message ${index + 1}.eml` : `attachment ${index + 1}`;
}

function contentOf({ content }: Attachment): Uint8Array {
  if (typeof content === "string") return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}
