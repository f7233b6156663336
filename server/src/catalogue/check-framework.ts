import { Compile } from "typebox/schema";
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
import { neverApplies } from "./never-applies.ts";

const framework = Compile(frameworkSchema);

/** How many problems one refusal lists. */
const maxListedProblems = 20;

/** Each problem names its place in the file and what is expected there. */
export function findFrameworkProblems(value: unknown): string[] {
  if (framework.Check(value)) return findInconsistencies(value);
  const problems = framework.Errors(value)[1].map((problem) => ({ ...problem, params: { ...problem.params } }));
  return describeProblems(problems, "the framework");
}

export function checkFramework(value: unknown): FrameworkDocument {
  const problems = findFrameworkProblems(value);
  if (problems.length === 0) return value as FrameworkDocument;
  const rest = problems.length > maxListedProblems ? `; and ${problems.length - maxListedProblems} more` : "";
  throw new AppError("invalid_request", `${problems.slice(0, maxListedProblems).join("; ")}${rest}.`);
}

/** Checks what a schema cannot express: unique ids and codes, and references to terms. */
function findInconsistencies(document: FrameworkDocument): string[] {
  const ids = new Map<string, string>();
  const problems: string[] = [];
  const claim = (id: string, at: string) => {
    const other = ids.get(id);
    if (other !== undefined) problems.push(`${at}.id is already used by ${other}`);
    ids.set(id, at);
  };
  claim(document.id, "framework");
  problems.push(...findRepeated(document.controls, "code", "controls"));
  for (const [c, control] of document.controls.entries()) {
    const at = `controls[${c}]`;
    claim(control.id, at);
    for (const [k, cluster] of control.clusters.entries()) {
      claim(cluster.id, `${at}.clusters[${k}]`);
      for (const [i, item] of cluster.items.entries()) claim(item.id, `${at}.clusters[${k}].items[${i}]`);
    }
    problems.push(...findControlProblems(control, at));
  }
  return problems;
}

function findControlProblems(control: ControlDocument, at: string): string[] {
  const items = control.clusters.flatMap((cluster) => cluster.items);
  const problems = [
    ...findRepeated(control.clusters, "code", `${at}.clusters`),
    ...findRepeated(items, "externalId", `${at} items`),
    ...findConditionProblems(control, items, at),
  ];
  for (const item of items) {
    const where = `${at} item ${item.externalId}`;
    problems.push(...findRepeated(item.criteria, "key", `${where} criteria`));
    problems.push(...findRepeated(item.askOwner ?? [], "key", `${where} askOwner`));
    for (const { key, duty } of item.criteria) {
      for (const party of [duty?.by, duty?.to]) {
        if (party !== undefined && control.terms[party] === undefined) {
          problems.push(`${where} criterion ${key} names the party ${party}, which is not in the control's terms`);
        }
      }
    }
    for (const placeholder of findPlaceholders(item.recommendation.text)) {
      if (control.terms[placeholder] === undefined) {
        problems.push(`${where} recommendation.text uses {${placeholder}}, which is not in the control's terms`);
      }
    }
    for (const language of translatedLanguages) {
      const texts = item.translations?.[language];
      if (texts !== undefined) problems.push(...findTranslationProblems(item, texts, `${where} in ${language}`));
    }
  }
  for (const language of translatedLanguages) {
    const texts = control.translations?.[language];
    if (texts === undefined) continue;
    const codes = control.clusters.map(({ code }) => code);
    problems.push(
      // An unknown name is allowed: a cluster that was removed from the control may keep its translation.
      ...findMissing(Object.keys(control.terms), Object.keys(texts.terms), `${at} in ${language}`, "term"),
      ...findMissing(codes, Object.keys(texts.clusters), `${at} in ${language}`, "cluster"),
      ...findDifferences(
        Object.keys(control.conditions ?? {}),
        Object.keys(texts.conditions ?? {}),
        `${at} in ${language}`,
        "condition",
      ),
    );
  }
  return problems;
}

/** Every condition that is named exists, and every one that exists is named. */
function findConditionProblems({ conditions = {} }: ControlDocument, items: ItemDocument[], at: string): string[] {
  const problems: string[] = [];
  const named = new Set<string>();
  const check = (key: string | undefined, where: string) => {
    if (key === undefined || key === neverApplies) return;
    named.add(key);
    if (conditions[key] === undefined)
      problems.push(`${where} appliesWhen names ${key}, which is not in the control's conditions`);
  };
  for (const item of items) {
    check(item.appliesWhen, `${at} item ${item.externalId}`);
    for (const { key, appliesWhen } of item.criteria)
      check(appliesWhen, `${at} item ${item.externalId} criterion ${key}`);
  }
  for (const key of Object.keys(conditions)) {
    if (key === neverApplies) problems.push(`${at} conditions.${key} has the name of what never applies`);
    else if (!named.has(key)) problems.push(`${at} conditions.${key} is named by no item and no criterion`);
  }
  return problems;
}

/** The keys of {key} and {key|name in this sentence}. */
function findPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([^{}|]*)(?:\|[^{}]*)?\}/g)].map(([, key = ""]) => key))];
}

/** A translation has the same criteria and placeholders, and as many risks and compensating controls. */
function findTranslationProblems(item: ItemDocument, texts: ItemTranslation, where: string): string[] {
  const keys = item.criteria.map(({ key }) => key);
  const counts = (["risks", "compensatingControls"] as const)
    .filter((list) => item[list].length !== texts[list].length)
    .map((list) => `${where} has ${texts[list].length} ${list} instead of ${item[list].length}`);
  return [
    ...findDifferences(keys, Object.keys(texts.criteria), where, "criterion"),
    ...findDifferences(
      (item.askOwner ?? []).map(({ key }) => key),
      Object.keys(texts.askOwner ?? {}),
      where,
      "question",
    ),
    ...findDifferences(
      findPlaceholders(item.recommendation.text),
      findPlaceholders(texts.recommendation.text),
      `${where} recommendation.text`,
      "placeholder",
    ),
    ...counts,
  ];
}

function findMissing(expected: string[], found: string[], where: string, what: string): string[] {
  return expected.filter((one) => !found.includes(one)).map((one) => `${where} lacks the ${what} ${one}`);
}

function findDifferences(expected: string[], found: string[], where: string, what: string): string[] {
  return [
    ...findMissing(expected, found, where, what),
    ...found.filter((one) => !expected.includes(one)).map((one) => `${where} has an unknown ${what}: ${one}`),
  ];
}

function findRepeated<Field extends string>(entries: Record<Field, string>[], field: Field, where: string): string[] {
  const values = entries.map((entry) => entry[field]);
  const twice = values.filter((value, index) => values.indexOf(value) !== index);
  return [...new Set(twice)].map((value) => `${where} have the ${field} ${value} more than once`);
}
