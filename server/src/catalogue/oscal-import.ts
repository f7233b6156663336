import { type Static, Type } from "typebox";
import { Compile } from "typebox/schema";
import { AppError } from "../platform/app-error.ts";
import { describeProblems } from "../platform/problem.ts";
import {
  type ClusterDocument,
  type ConditionDocument,
  documentsCounts,
  type FrameworkDocument,
  type ItemDocument,
} from "./catalogue-format.ts";
import { readConditions, readCriterion, readOwnProp, readQuestions } from "./read-oscal-extension.ts";
import { splitEvenly } from "./split-evenly.ts";
import { stableId } from "./stable-id.ts";

/** The parts of a NIST OSCAL catalog (JSON) that a review needs; everything else is ignored. */

const prop = Type.Object({ name: Type.String(), value: Type.String(), ns: Type.Optional(Type.String()) });
const param = Type.Object({
  id: Type.String(),
  label: Type.Optional(Type.String()),
  values: Type.Optional(Type.Array(Type.String())),
  select: Type.Optional(Type.Object({ choice: Type.Optional(Type.Array(Type.String())) })),
});

/** Nested members are checked when they are read, because a schema cannot limit their depth. */
const part = Type.Object({
  id: Type.Optional(Type.String()),
  name: Type.String(),
  prose: Type.Optional(Type.String()),
  props: Type.Optional(Type.Array(prop)),
  parts: Type.Optional(Type.Array(Type.Unknown())),
});
const control = Type.Object({
  id: Type.String({ minLength: 1 }),
  title: Type.String({ minLength: 1 }),
  params: Type.Optional(Type.Array(param)),
  props: Type.Optional(Type.Array(prop)),
  parts: Type.Optional(Type.Array(Type.Unknown())),
  controls: Type.Optional(Type.Array(Type.Unknown())),
});
const group = Type.Object({
  title: Type.String({ minLength: 1 }),
  params: Type.Optional(Type.Array(param)),
  groups: Type.Optional(Type.Array(Type.Unknown())),
  controls: Type.Optional(Type.Array(Type.Unknown())),
});
const catalog = Type.Object({
  uuid: Type.String({ minLength: 1 }),
  metadata: Type.Object({
    title: Type.String({ minLength: 1 }),
    version: Type.String({ minLength: 1 }),
    "oscal-version": Type.String(),
    links: Type.Optional(Type.Array(Type.Object({ href: Type.String() }))),
    props: Type.Optional(Type.Array(prop)),
  }),
  params: Type.Optional(Type.Array(param)),
  groups: Type.Optional(Type.Array(Type.Unknown())),
  controls: Type.Optional(Type.Array(Type.Unknown())),
});

type Param = Static<typeof param>;
type Part = Omit<Static<typeof part>, "parts"> & { parts?: Part[] };

const schemas = { catalog: Compile(catalog), group: Compile(group), control: Compile(control), part: Compile(part) };
interface Parsed {
  catalog: Static<typeof catalog>;
  group: Static<typeof group>;
  control: Static<typeof control>;
  part: Part;
}

function parse<Kind extends keyof Parsed>(kind: Kind, value: unknown, at: string): Parsed[Kind] {
  const schema = schemas[kind];
  if (schema.Check(value)) return value as Parsed[Kind];
  const problems = schema.Errors(value)[1].map((problem) => ({ ...problem, params: { ...problem.params } }));
  const texts = describeProblems(problems, at).map((text) => (text.startsWith(at) ? text : `${at}.${text}`));
  throw new AppError("invalid_request", `${texts.slice(0, 10).join("; ")}.`);
}

export function isOscal(value: unknown): boolean {
  return typeof value === "object" && value !== null && "catalog" in value;
}

/** The limit of the format; adjacent parts of a longer statement become one criterion. */
const maxCriteria = 60;

type Params = Map<string, Param>;

/**
 * Groups become clusters, controls and their enhancements items, and the parts of their statements criteria. Parameters
 * appear by their labels; withdrawn controls are obsolete. Ids are derived from the catalog's title and a control's id, so
 * that a later version of the same catalog updates the items of the earlier one.
 */
export function fromOscal(document: unknown): FrameworkDocument {
  const source = parse("catalog", (document as { catalog: unknown }).catalog, "catalog");
  const { metadata } = source;
  if (!/^([2-9]|1\.([1-9]|\d\d))/.test(metadata["oscal-version"])) {
    throw new AppError(
      "invalid_request",
      `catalog.metadata.oscal-version must be 1.1 or later, not ${metadata["oscal-version"].slice(0, 20)}.`,
    );
  }
  const idOf = (name: string) => stableId(metadata.title, name);
  const params: Params = new Map(source.params?.map((one) => [one.id, one]));
  const clusters: ClusterDocument[] = [];
  const terms: FrameworkDocument["controls"][number]["terms"] = {};
  const conditions = new Map<string, ConditionDocument>();

  function addCluster(title: string, code: string, controls: unknown[], at: string): void {
    const items = controls.flatMap((one, index) => toItems(one, `${at}.controls[${index}]`, title));
    if (items.length === 0) return;
    clusters.push({ id: idOf(`cluster ${code}`), code, name: truncate(title, 300), items });
  }

  function addGroup(value: unknown, at: string, path: string[]): void {
    const one = parse("group", value, at);
    for (const each of one.params ?? []) params.set(each.id, each);
    const titles = [...path, one.title];
    addCluster(titles.join(" / "), truncate(at.replace("catalog.", ""), 300), one.controls ?? [], at);
    for (const [index, inner] of (one.groups ?? []).entries()) addGroup(inner, `${at}.groups[${index}]`, titles);
  }

  function toItems(value: unknown, at: string, section: string): ItemDocument[] {
    const one = parse("control", value, at);
    for (const each of one.params ?? []) params.set(each.id, each);
    const enhancements = (one.controls ?? []).flatMap((inner, index) =>
      toItems(inner, `${at}.controls[${index}]`, section),
    );
    return [toItem(one, at, section), ...enhancements];
  }

  function toItem(one: Parsed["control"], at: string, section: string): ItemDocument {
    const isWithdrawn =
      one.props?.some(({ name, value }) => name === "status" && value.toLowerCase() === "withdrawn") ?? false;
    const statements = (one.parts ?? [])
      .map((each, index) => parse("part", each, `${at}.parts[${index}]`))
      .filter(({ name }) => name === "statement");
    const leaves = statements.flatMap((each) => findLeaves(each, "", at));
    const questions = readQuestions(one.parts);
    const appliesWhen = readOwnProp(one, "applies-when");
    for (const [key, condition] of readConditions(one.parts)) conditions.set(key, condition);
    const isOurs = leaves.length > 0 && leaves.every(({ own }) => own.key !== undefined);
    // Our own statements are the objective, with a criterion in each part.
    const objective = isOurs ? statements.map(({ prose = "" }) => prose).join(" ") : "";
    const whole = objective.trim() || statements.map(joinProse).join(" ").trim() || `${one.title}.`;
    const plain = (text: string) =>
      truncate(
        resolveParams(text, params, (each) => `[${findLabel(each, params)}]`),
        4000,
      );
    const open = (text: string) =>
      truncate(
        resolveParams(text, params, (each) => {
          // The key comes from the label, because readers fill in the label. Many parameters share one.
          const meaning = truncate(findLabel(each, params), 300);
          const key = toTermKey(meaning);
          terms[key] ??= { meaning, isParty: false, alsoCalled: [] };
          return `{${key}}`;
        }),
        4000,
      );
    return {
      id: idOf(`item ${one.id}`),
      externalId: truncate(one.props?.find(({ name }) => name === "label")?.value ?? one.id, 300),
      name: truncate(one.title, 300),
      objective: plain(whole),
      ...(isWithdrawn && { isObsolete: true }),
      ...(appliesWhen !== undefined && { appliesWhen }),
      criteria: splitEvenly(leaves, maxCriteria).map((group, index) => ({
        key: toCriterionKey(group, index),
        statement: plain(group.map((leaf) => leaf.text).join(" ")),
        level: "must" as const,
        weight: 3,
        phrases: [],
        contradictions: [],
        ...(group.length === 1 && group[0]?.own),
      })),
      ...(questions.length > 0 && { askOwner: questions }),
      risks: [],
      compensatingControls: [],
      recommendation: {
        action: truncate(`Add a provision on ${one.title} that states: ${plain(whole)}`, 4000),
        section: truncate(section, 300),
        text: open(removeBraces(whole)),
      },
    };
  }

  for (const [index, value] of (source.groups ?? []).entries()) addGroup(value, `catalog.groups[${index}]`, []);
  addCluster("General", "general", source.controls ?? [], "catalog");
  if (clusters.length === 0) throw new AppError("invalid_request", "catalog holds no control.");
  makeUnique(clusters);
  const code =
    truncate(
      metadata.title
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/g, "-")
        .replaceAll(/^-|-$/g, ""),
      60,
    ) || "OSCAL";
  const url =
    metadata.links
      ?.map(({ href }) => href)
      .find((href) => URL.canParse(href) && /^https?:$/.test(new URL(href).protocol)) ?? `urn:uuid:${source.uuid}`;
  const counting = readOwnProp(metadata, "documents-count");
  const documentsCount = documentsCounts.find((one) => one === counting);
  return {
    id: idOf("framework"),
    code,
    name: truncate(metadata.title, 300),
    version: truncate(metadata.version, 300),
    controls: [
      {
        id: idOf("control"),
        code,
        name: truncate(metadata.title, 300),
        description: truncate(`Imported from the OSCAL catalog ${metadata.title}, version ${metadata.version}.`, 4000),
        source: { title: truncate(metadata.title, 300), url },
        expects: { documentKind: truncate(metadata.title, 300), keywords: [] },
        terms,
        ...(documentsCount !== undefined && { documentsCount }),
        ...(conditions.size > 0 && { conditions: Object.fromEntries(conditions) }),
        clusters,
      },
    ],
  };
}

interface Leaf {
  id: string | undefined;
  text: string;
  /** What a catalog that we exported says of the criterion. */
  own: ReturnType<typeof readCriterion>;
}

/** The innermost parts of a statement, each with its introduction: "The organization: a. … 1. …". */
function findLeaves(one: Part, introduction: string, at: string): Leaf[] {
  const text = [introduction, one.prose ?? ""].filter((piece) => piece !== "").join(" ");
  const inner = (one.parts ?? []).map((each, index) => parse("part", each, `${at}.parts[${index}]`));
  const items = inner.filter(({ name }) => name === "item" || name === "statement");
  if (items.length > 0) return items.flatMap((each) => findLeaves(each, text, at));
  if (text === "") return [];
  const own = readCriterion(one);
  if (own.key !== undefined) return [{ id: one.id, text: one.prose ?? "", own }];
  // Removes the conjunction that leads to the next part.
  return [{ id: one.id, text: text.trimEnd().replace(/[;,]\s*(?:and|or)?$/, "."), own }];
}

/** The whole statement, with each introduction once. */
function joinProse({ prose = "", parts = [] }: Part): string {
  const inner = parts.filter(({ name }) => name === "item" || name === "statement").map(joinProse);
  return [prose, ...inner].filter((piece) => piece !== "").join(" ");
}

const insertion = /\{\{\s*(?:insert:\s*)?param(?:,|:)?\s*([\w.-]+)\s*\}\}/g;

function resolveParams(text: string, params: Params, format: (one: Param) => string): string {
  return text.replaceAll(insertion, (_, id: string) => format(params.get(id) ?? { id, label: id }));
}

/** The name of a parameter for people. Choices and labels may contain parameters, here up to three levels deep. */
function findLabel(one: Param, params: Params, depth = 3): string {
  const text = one.values?.join(", ") || one.label || (one.select?.choice ?? []).join("; ") || one.id;
  if (depth === 0) return text.replaceAll(insertion, "…");
  return resolveParams(text, params, (inner) => findLabel(inner, params, depth - 1));
}

/** Removes single braces, which would look like placeholders. */
function removeBraces(text: string): string {
  return text.replaceAll(/\{(?!\{)([^{}]*)\}(?!\})/g, (found, _inner, at: number) =>
    text[at - 1] === "{" ? found : found.replaceAll(/[{}]/g, ""),
  );
}

const maxTermKeyLength = 120;

function toTermKey(meaning: string): string {
  const key = meaning
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .slice(0, maxTermKeyLength)
    .replaceAll(/^_|_$/g, "");
  return /^[a-z]/.test(key) ? key : `p_${key}`;
}

/** "ac-1_smt" becomes "statement", and its part "ac-1_smt.b.1" becomes "statement-b-1". */
function toCriterionKey(group: { id: string | undefined }[], index: number): string {
  const path = group.length === 1 ? /_smt\b(.*)$/.exec(group[0]?.id ?? "")?.[1] : undefined;
  const part = (path ?? String(index + 1)).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return truncate(`statement-${part}`.replaceAll(/-{2,}/g, "-").replace(/-$/, ""), 80);
}

/** Labels and part ids should be unique; numbers are added where they are not. */
function makeUnique(clusters: ClusterDocument[]): void {
  const seen = new Map<string, number>();
  for (const item of clusters.flatMap((cluster) => cluster.items)) {
    const count = (seen.get(item.externalId) ?? 0) + 1;
    seen.set(item.externalId, count);
    if (count > 1) item.externalId = `${truncate(item.externalId, 290)} (${count})`;
    const keys = new Set<string>();
    for (const [index, criterion] of item.criteria.entries()) {
      if (keys.has(criterion.key)) criterion.key = `${truncate(criterion.key, 70)}-${index + 1}`;
      keys.add(criterion.key);
    }
  }
}

function truncate(text: string, length: number): string {
  const trimmed = text.trim();
  return trimmed.length <= length ? trimmed : `${trimmed.slice(0, length - 1)}…`;
}
