import { createHash } from "node:crypto";
import { splitIntoUnits, type TextUnit } from "./text-units.ts";

export const verdicts = ["met", "partly", "contradicted", "missing", "not_applicable"] as const;
const levels = ["compliant", "partially_compliant", "non_compliant", "not_applicable"] as const;
export type Verdict = (typeof verdicts)[number];
export type Level = (typeof levels)[number];

/** What a reading is checked against: the control's items, criteria and conditions. */
export interface ReadControl {
  code: string;
  conditions?: Record<string, { whenSilent: "applies" | "does_not_apply" }>;
  clusters: { items: ReadItem[] }[];
}
interface ReadItem {
  externalId: string;
  isObsolete?: boolean;
  appliesWhen?: string;
  criteria: { key: string; appliesWhen?: string }[];
}

interface Span {
  start: number;
  end: number;
}
export interface CriterionLabel extends Partial<Span> {
  key: string;
  verdict: Verdict;
  reason?: string;
  doubt?: string;
}
export interface ConditionLabel extends Partial<Span> {
  key: string;
  holds: "yes" | "no" | "silent";
  doubt?: string;
}
export interface DocumentLabels {
  control: string;
  file: string;
  sha256: string;
  conditions: ConditionLabel[];
  items: { externalId: string; level: Level; criteria: CriterionLabel[] }[];
}

/** Items that are read: those that apply at some time and are not obsolete. */
export function itemsToRead(control: ReadControl): ReadItem[] {
  return control.clusters
    .flatMap(({ items }) => items)
    .filter((item) => item.isObsolete !== true && item.appliesWhen !== "never")
    .map((item) => ({ ...item, criteria: item.criteria.filter(({ appliesWhen }) => appliesWhen !== "never") }))
    .filter(({ criteria }) => criteria.length > 0);
}

const line = /^(?<key>[a-z0-9-]+)\s+(?<verdict>[a-z_]+)(?:\s+(?<units>\d+(?:-\d+)?))?(?:\s+(?<rest>.*))?$/;
const conditionLine =
  /^\?\s*(?<key>\w+)\s+(?<holds>yes|no|silent)(?:\s+(?<units>\d+(?:-\d+)?))?\s*(?:~\s*(?<doubt>.*))?$/;
const itemLine = /^#\s*(?<externalId>.+?)\s*=\s*(?<level>[a-z_]+)\s*$/;

/**
 * Turns a reading, as a person writes it down, into labels with offsets. A reading has a line `? condition yes|no|silent [unit] [~ doubt]` for each
 * condition, a line `# externalId = level` for each item and under it a line `key verdict [unit] [reason] [~ doubt]` for each criterion.
 * Every problem is reported, so that all can be mended at once.
 */
export function readLabels(
  reading: string,
  { control, file, text }: { control: ReadControl; file: string; text: string },
): { labels: DocumentLabels; problems: string[] } {
  const problems: string[] = [];
  const units = splitIntoUnits(text);
  const labels: DocumentLabels = {
    control: control.code,
    file,
    sha256: createHash("sha256").update(text).digest("hex"),
    conditions: [],
    items: [],
  };
  for (const [index, written] of reading.split("\n").entries()) {
    const report = (problem: string) => problems.push(`line ${index + 1}: ${problem}: ${written}`);
    const content = written.trim();
    if (content === "" || content.startsWith("@")) continue;
    const condition = conditionLine.exec(content)?.groups;
    const item = itemLine.exec(content)?.groups;
    const criterion = line.exec(content)?.groups;
    if (condition !== undefined) {
      const span = spanOf(condition.units, units, report);
      labels.conditions.push({
        key: condition.key ?? "",
        holds: condition.holds as ConditionLabel["holds"],
        ...span,
        ...(condition.doubt !== undefined && { doubt: condition.doubt }),
      });
    } else if (item !== undefined) {
      const level = levels.find((known) => known === item.level);
      if (level === undefined) report("unknown level");
      labels.items.push({ externalId: item.externalId ?? "", level: level ?? "non_compliant", criteria: [] });
    } else if (criterion !== undefined) {
      const verdict = verdicts.find((known) => known === criterion.verdict);
      if (verdict === undefined) report("unknown verdict");
      const span = spanOf(criterion.units, units, report);
      const needsSpan = verdict === "met" || verdict === "partly" || verdict === "contradicted";
      if (needsSpan && span === undefined) report("the verdict needs the number of the unit that decides");
      const [reason = "", doubt] = (criterion.rest ?? "").split("~").map((part) => part.trim());
      if (needsSpan && reason === "") report("the verdict needs a reason");
      labels.items.at(-1)?.criteria.push({
        ...{ key: criterion.key ?? "", verdict: verdict ?? "missing", ...span },
        ...(reason !== "" && { reason }),
        ...(doubt !== undefined && doubt !== "" && { doubt }),
      });
    } else report("not understood");
  }
  problems.push(...problemsOfLabels(labels, control));
  return { labels, problems };
}

function spanOf(written: string | undefined, units: TextUnit[], report: (problem: string) => void): Span | undefined {
  if (written === undefined) return undefined;
  const [from, to = from] = written.split("-").map((number) => units[Number(number) - 1]);
  if (from === undefined || to === undefined || to.end < from.end) {
    report(`no unit ${written}; the document has ${units.length}`);
    return undefined;
  }
  return { start: from.start, end: to.end };
}

/** Every condition, item and criterion is there exactly once, and verdicts agree with conditions and levels. */
export function problemsOfLabels(labels: DocumentLabels, control: ReadControl): string[] {
  const problems: string[] = [];
  const compare = (what: string, wanted: string[], found: string[]) => {
    for (const key of wanted) {
      const times = found.filter((other) => other === key).length;
      if (times !== 1) problems.push(`${what} ${key} ${times === 0 ? "is missing" : `stands ${times} times`}`);
    }
    for (const key of found) if (!wanted.includes(key)) problems.push(`${what} ${key} is unknown`);
  };
  const items = itemsToRead(control);
  compare(
    "condition",
    Object.keys(control.conditions ?? {}),
    labels.conditions.map(({ key }) => key),
  );
  compare(
    "item",
    items.map(({ externalId }) => externalId),
    labels.items.map(({ externalId }) => externalId),
  );
  const holds = new Map(labels.conditions.map(({ key, holds }) => [key, holds]));
  const applies = (key: string | undefined) => {
    if (key === undefined) return true;
    const answer = holds.get(key) ?? "silent";
    return answer === "yes" || (answer === "silent" && control.conditions?.[key]?.whenSilent === "applies");
  };
  for (const item of items) {
    const found = labels.items.find(({ externalId }) => externalId === item.externalId);
    if (found === undefined) continue;
    compare(
      `${item.externalId}: criterion`,
      item.criteria.map(({ key }) => key),
      found.criteria.map(({ key }) => key),
    );
    for (const { key, appliesWhen } of item.criteria) {
      const verdict = found.criteria.find((criterion) => criterion.key === key)?.verdict;
      const isApplicable = applies(item.appliesWhen) && applies(appliesWhen);
      if (verdict !== undefined && !isApplicable && verdict !== "not_applicable")
        problems.push(`${item.externalId}: ${key} is ${verdict}, but its condition does not hold`);
      if (verdict === "not_applicable" && isApplicable && (item.appliesWhen ?? appliesWhen) !== undefined)
        problems.push(`${item.externalId}: ${key} is not_applicable, but its condition holds`);
    }
    const all = found.criteria.every(({ verdict }) => verdict === "not_applicable");
    if (all !== (found.level === "not_applicable"))
      problems.push(`${item.externalId}: the level is not_applicable exactly when all criteria are`);
  }
  return problems;
}
