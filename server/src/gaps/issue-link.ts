import { AppError } from "../platform/app-error.ts";
import type { NamedGap } from "./gap.ts";

/**
 * The address that opens a new issue in a tracker, as a template: `{title}` and `{text}` stand for what is filled in. Jira takes
 * `https://example.atlassian.net/secure/CreateIssueDetails!init.jspa?pid=10000&issuetype=10001&summary={title}&description={text}`,
 * Linear `https://linear.app/example/new?title={title}&description={text}`.
 */

const maxTemplateLength = 1000;
/** Browsers and trackers refuse addresses of more than some 8,000 characters. */
const maxTextLength = 1500;

export function readIssueLink(field: string, template: string): string {
  const wrong = findProblem(template);
  if (wrong !== undefined) throw new AppError("invalid_request", `${field} ${wrong}`);
  return template;
}

export function findProblem(template: string): string | undefined {
  if (template.length > maxTemplateLength) return `must have at most ${maxTemplateLength} characters.`;
  if (!template.includes("{title}")) return "must contain {title}, where the title of the issue is filled in.";
  const [before = ""] = template.split("?", 1);
  if (/[{}]/.test(before) || !URL.canParse(template.replaceAll(/\{(title|text)\}/g, "")))
    return "must be an address with {title} and {text} behind its question mark only.";
  const { protocol, username, password } = new URL(template);
  if (protocol !== "https:" || username !== "" || password !== "")
    return "must be an address that starts with https:// and has no user name.";
  return undefined;
}

/** `origin`: of this service as people reach it, for the link back to the finding. */
export function fillIssueLink(template: string, gap: NamedGap, origin: string | undefined): string {
  const title = `${gap.controlCode} ${gap.externalId}: ${gap.itemName}`;
  const text = [
    gap.statement,
    `${gap.fileName} (${gap.reviewName})`,
    ...(gap.dueOn === undefined ? [] : [gap.dueOn]),
    ...(origin === undefined ? [] : [`${origin}${findingPath(gap)}`]),
  ].join("\n");
  const filled = { title: title.slice(0, 250), text: text.slice(0, maxTextLength) };
  return template.replaceAll(/\{(title|text)\}/g, (_, name: keyof typeof filled) =>
    encodeURIComponent(filled[name].toWellFormed()),
  );
}

/** Of the page in the portal that shows the finding. */
const findingPath = ({ documentId, itemId }: Pick<NamedGap, "documentId" | "itemId">) =>
  `/portal/documents/${documentId}/items/${itemId}`;
