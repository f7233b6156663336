import { mailTexts } from "./mail-texts.ts";
import type { MailContent, MailLanguage, NamedNotification } from "./notification.ts";

interface Rendered {
  subject: string;
  text: string;
  html: string;
}

/** A paragraph, or a link that stands alone. */
type Part = string | { label: string; url: string };

/** Plain text and simple HTML with the same words. `publicUrl`: the portal's origin. */
export function renderMail(content: MailContent, publicUrl: string): Rendered {
  const { language, name } = content;
  const texts = mailTexts[language];
  const greeting = fill(texts.greeting, { name });
  if (content.kind === "invitation") {
    const { invitation } = texts;
    const organisation = content.organisationName ?? invitation.thisService;
    const parts: Part[] = [
      ...[greeting, fill(invitation.text, { organisation })],
      { label: invitation.accept, url: `${publicUrl}/portal/invitation#${content.token}` },
      fill(invitation.valid, { date: formatDay(language, content.expiresAt) }),
    ];
    return { subject: oneLine(fill(invitation.subject, { organisation })), ...layOut(parts, [invitation.footer]) };
  }
  const { organisationName: organisation, notifications, isDigest } = content;
  const [first] = notifications;
  const subject =
    isDigest || first === undefined
      ? fill(texts.digestSubject, { organisation, count: String(notifications.length) })
      : describe(language, first).subject;
  const intro = isDigest ? [fill(texts.digestText, { organisation })] : [];
  const parts = notifications.flatMap((one) => toParts(language, one, publicUrl));
  const footer = [fill(texts.footer, { organisation }), `${publicUrl}/portal/notifications`];
  return { subject: oneLine(subject), ...layOut([greeting, ...intro, ...parts], footer) };
}

function describe(language: MailLanguage, { kind, facts, actorName, gap, reviewName }: NamedNotification) {
  const { subject, text, without = text } = mailTexts[language].kinds[kind];
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const values = {
    what: gap?.title ?? reviewName,
    actor: actorName ?? "",
    date: facts.dueOn === undefined ? "" : formatDay(language, new Date(facts.dueOn)),
    before: facts.scoreBefore === undefined ? "" : number.format(facts.scoreBefore),
    after: facts.score === undefined ? "" : number.format(facts.score),
  };
  return { subject: fill(subject, values), text: fill(actorName === undefined ? without : text, values) };
}

function toParts(language: MailLanguage, one: NamedNotification, publicUrl: string): Part[] {
  const { openGap, openReview } = mailTexts[language];
  const { text } = describe(language, one);
  const { gap, reviewId, reviewName } = one;
  return gap === undefined
    ? [text, reviewName, { label: openReview, url: `${publicUrl}/portal/reviews/${reviewId}` }]
    : [
        ...[text, `${gap.title}\n${gap.statement}\n${gap.fileName}`],
        { label: openGap, url: `${publicUrl}/portal/gaps?gap=${gap.id}` },
      ];
}

function layOut(parts: Part[], footer: string[]): Omit<Rendered, "subject"> {
  const text = [
    ...parts.map((part) => (typeof part === "string" ? part : `${part.label}: ${part.url}`)),
    `-- \n${footer.join("\n")}`,
  ].join("\n\n");
  const html = [
    '<!doctype html><html><body style="font-family:sans-serif;line-height:1.5;max-width:40em">',
    ...parts.map((part) =>
      typeof part === "string"
        ? `<p>${escapeHtml(part)}</p>`
        : `<p><a href="${escapeHtml(part.url)}">${escapeHtml(part.label)}</a></p>`,
    ),
    `<hr><p style="color:#555;font-size:0.9em">${footer.map(toFooterLine).join("<br>")}</p></body></html>`,
  ].join("\n");
  return { text: `${text}\n`, html };
}

const toFooterLine = (line: string) =>
  line.startsWith("http") ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>` : escapeHtml(line);

const fill = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

const formatDay = (language: MailLanguage, at: Date) =>
  new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(at);

/** Names come from people and files: a line break would begin another header. */
const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, 200);

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "<br>" };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"\n]/g, (one) => escapes[one] ?? one);
