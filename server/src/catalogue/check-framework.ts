import { Compile } from "typebox/compile";
import { AppError } from "../platform/app-error.ts";
import { describeProblems } from "../platform/problem.ts";
import {
  type ControlDocument,
  type FrameworkDocument,
  frameworkSchema,
  type ItemDocument,
  type ItemTranslation,
  translatedLanguages,
} from "./catalogue-format.ts";

const framework = Compile(frameworkSchema);

/** How many problems are told at once: enough to mend a file in few rounds, not enough to drown in. */
const toldProblems = 20;

/** Each place where a framework file breaks a rule, and what is expected there; none when all hold. */
export function problemsOfFramework(value: unknown): string[] {
  if (framework.Check(value)) return problemsOf(value);
  const problems = framework.Errors(value).map((problem) => ({ ...problem, params: { ...problem.params } }));
  return describeProblems(problems, "the framework");
}

/** A framework file whose every rule holds, or a refusal that names what does not. */
export function checkFramework(value: unknown): FrameworkDocument {
  const problems = problemsOfFramework(value);
  if (problems.length === 0) return value as FrameworkDocument;
  const rest = problems.length > toldProblems ? `; and ${problems.length - toldProblems} more` : "";
  throw new AppError("invalid_request", `${problems.slice(0, toldProblems).join("; ")}${rest}.`);
}

/** What a schema cannot say: uniqueness across the file, and names that must lead somewhere. */
function problemsOf(document: FrameworkDocument): string[] {
  const ids = new Map<string, string>();
  const problems: string[] = [];
  const claim = (id: string, at: string) => {
    const other = ids.get(id);
    if (other !== undefined) problems.push(`${at}.id is already used by ${other}`);
    ids.set(id, at);
  };
  claim(document.id, "framework");
  problems.push(
    ...repeated(
      document.controls.map((control) => control.code),
      "controls",
      "code",
    ),
  );
  for (const [c, control] of document.controls.entries()) {
    const at = `controls[${c}]`;
    claim(control.id, at);
    for (const [k, cluster] of control.clusters.entries()) {
      claim(cluster.id, `${at}.clusters[${k}]`);
      for (const [i, item] of cluster.items.entries()) claim(item.id, `${at}.clusters[${k}].items[${i}]`);
    }
    problems.push(...problemsOfControl(control, at));
  }
  return problems;
}

function problemsOfControl(control: ControlDocument, at: string): string[] {
  const items = control.clusters.flatMap((cluster) => cluster.items);
  const problems = [
    ...repeated(
      control.clusters.map((cluster) => cluster.code),
      `${at}.clusters`,
      "code",
    ),
    ...repeated(
      items.map((item) => item.externalId),
      `${at} items`,
      "externalId",
    ),
  ];
  for (const item of items) {
    const where = `${at} item ${item.externalId}`;
    problems.push(
      ...repeated(
        item.criteria.map((criterion) => criterion.key),
        `${where} criteria`,
        "key",
      ),
    );
    for (const { key, duty } of item.criteria) {
      for (const party of [duty?.by, duty?.to]) {
        if (party !== undefined && control.terms[party] === undefined) {
          problems.push(`${where} criterion ${key} names the party ${party}, which is not in the control's terms`);
        }
      }
    }
    for (const placeholder of placeholdersIn(item.recommendation.text)) {
      if (control.terms[placeholder] === undefined) {
        problems.push(`${where} recommendation.text uses {${placeholder}}, which is not in the control's terms`);
      }
    }
    for (const language of translatedLanguages) {
      const texts = item.translations?.[language];
      if (texts !== undefined) problems.push(...problemsOfTranslation(item, texts, `${where} in ${language}`));
    }
  }
  for (const language of translatedLanguages) {
    const texts = control.translations?.[language];
    if (texts === undefined) continue;
    const codes = control.clusters.map(({ code }) => code);
    problems.push(
      // One too many does no harm: a cluster that left the control may keep its name in the translations.
      ...missing(Object.keys(control.terms), Object.keys(texts.terms), `${at} in ${language}`, "term"),
      ...missing(codes, Object.keys(texts.clusters), `${at} in ${language}`, "cluster"),
    );
  }
  return problems;
}

/** The keys of a text to insert, {key} or {key|as it is called here}. */
function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([^}|]*)(?:\|[^}]*)?\}/g)].map(([, key = ""]) => key))];
}

/** A translation says the same: the same criteria, as many risks, the same placeholders. */
function problemsOfTranslation(item: ItemDocument, texts: ItemTranslation, where: string): string[] {
  const keys = item.criteria.map(({ key }) => key);
  const counts = (["risks", "compensatingControls"] as const)
    .filter((list) => item[list].length !== texts[list].length)
    .map((list) => `${where} has ${texts[list].length} ${list} instead of ${item[list].length}`);
  return [
    ...differences(keys, Object.keys(texts.criteria), where, "criterion"),
    ...differences(
      placeholdersIn(item.recommendation.text),
      placeholdersIn(texts.recommendation.text),
      `${where} recommendation.text`,
      "placeholder",
    ),
    ...counts,
  ];
}

function missing(expected: string[], found: string[], where: string, what: string): string[] {
  return expected.filter((one) => !found.includes(one)).map((one) => `${where} lacks the ${what} ${one}`);
}

function differences(expected: string[], found: string[], where: string, what: string): string[] {
  return [
    ...missing(expected, found, where, what),
    ...found.filter((one) => !expected.includes(one)).map((one) => `${where} has an unknown ${what}: ${one}`),
  ];
}

function repeated(values: string[], where: string, field: string): string[] {
  const twice = values.filter((value, index) => values.indexOf(value) !== index);
  return [...new Set(twice)].map((value) => `${where} have the ${field} ${value} more than once`);
}
