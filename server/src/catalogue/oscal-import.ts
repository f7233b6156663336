import { createHash } from "node:crypto";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";
import { describeProblems } from "../platform/problem.ts";
import type { ClusterDocument, FrameworkDocument, ItemDocument } from "./catalogue-format.ts";
import { groupNeighbours } from "./group-neighbours.ts";

/** The parts of a NIST OSCAL catalog (JSON) that a review needs; everything else is passed over. */

const prop = Type.Object({ name: Type.String(), value: Type.String() });
const param = Type.Object({
  id: Type.String(),
  label: Type.Optional(Type.String()),
  values: Type.Optional(Type.Array(Type.String())),
  select: Type.Optional(Type.Object({ choice: Type.Optional(Type.Array(Type.String())) })),
});

interface Part {
  id?: string;
  name: string;
  prose?: string;
  props?: Static<typeof prop>[];
  parts?: Part[];
}
interface Control {
  id: string;
  title: string;
  params?: Static<typeof param>[];
  props?: Static<typeof prop>[];
  parts?: Part[];
  controls?: Control[];
}
interface Group {
  title: string;
  params?: Static<typeof param>[];
  groups?: Group[];
  controls?: Control[];
}

/** Members that hold more of the same are checked where they are read: a schema cannot bound their depth. */
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
  }),
  params: Type.Optional(Type.Array(param)),
  groups: Type.Optional(Type.Array(Type.Unknown())),
  controls: Type.Optional(Type.Array(Type.Unknown())),
});

const checks = { catalog: Compile(catalog), group: Compile(group), control: Compile(control), part: Compile(part) };

function checked<T>(kind: keyof typeof checks, value: unknown, at: string): T {
  const check = checks[kind];
  if (check.Check(value)) return value as T;
  const problems = check.Errors(value).map((problem) => ({ ...problem, params: { ...problem.params } }));
  const told = describeProblems(problems, at).map((text) => (text.startsWith(at) ? text : `${at}.${text}`));
  throw new AppError("invalid_request", `${told.slice(0, 10).join("; ")}.`);
}

export function isOscal(value: unknown): boolean {
  return typeof value === "object" && value !== null && "catalog" in value;
}

/** As many as the format takes; of a statement with more parts, neighbours are judged together. */
const mostCriteria = 60;

type Params = Map<string, Static<typeof param>>;

/**
 * Groups become clusters, controls and their enhancements items, the parts of their statements criteria; parameters are
 * told by their labels, withdrawn controls are obsolete. Ids follow from the catalog's title and a control's own id, so
 * that a later version of the same catalog meets the items of the earlier one.
 */
export function fromOscal(document: unknown): FrameworkDocument {
  const source = checked<Static<typeof catalog>>("catalog", (document as { catalog: unknown }).catalog, "catalog");
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

  function addCluster(title: string, code: string, controls: unknown[], at: string): void {
    const items = controls.flatMap((one, index) => toItems(one, `${at}.controls[${index}]`, title));
    if (items.length === 0) return;
    clusters.push({ id: idOf(`cluster ${code}`), code, name: cut(title, 300), items });
  }

  function addGroup(value: unknown, at: string, path: string[]): void {
    const one = checked<Group>("group", value, at);
    for (const each of one.params ?? []) params.set(each.id, each);
    const titles = [...path, one.title];
    addCluster(titles.join(" / "), cut(at.replace("catalog.", ""), 300), one.controls ?? [], at);
    for (const [index, inner] of (one.groups ?? []).entries()) addGroup(inner, `${at}.groups[${index}]`, titles);
  }

  function toItems(value: unknown, at: string, section: string): ItemDocument[] {
    const one = checked<Control>("control", value, at);
    for (const each of one.params ?? []) params.set(each.id, each);
    const enhancements = (one.controls ?? []).flatMap((inner, index) =>
      toItems(inner, `${at}.controls[${index}]`, section),
    );
    return [toItem(one, at, section), ...enhancements];
  }

  function toItem(one: Control, at: string, section: string): ItemDocument {
    const isWithdrawn =
      one.props?.some(({ name, value }) => name === "status" && value.toLowerCase() === "withdrawn") ?? false;
    const statements = (one.parts ?? [])
      .map((each, index) => checked<Part>("part", each, `${at}.parts[${index}]`))
      .filter(({ name }) => name === "statement");
    const leaves = statements.flatMap((each) => leavesOf(each, "", at));
    const whole = statements.map(proseOf).join(" ").trim() || `${one.title}.`;
    const plain = (text: string) =>
      cut(
        resolved(text, params, (each) => `[${labelOf(each, params)}]`),
        4000,
      );
    const open = (text: string) =>
      cut(
        resolved(text, params, (each) => {
          // By its label, as people are shown what they have to fill in; many parameters share one.
          const meaning = cut(labelOf(each, params), 300);
          const key = termKey(meaning);
          terms[key] ??= { meaning, isParty: false, alsoCalled: [] };
          return `{${key}}`;
        }),
        4000,
      );
    return {
      id: idOf(`item ${one.id}`),
      externalId: cut(one.props?.find(({ name }) => name === "label")?.value ?? one.id, 300),
      name: cut(one.title, 300),
      objective: plain(whole),
      ...(isWithdrawn && { isObsolete: true }),
      criteria: groupNeighbours(leaves, mostCriteria).map((group, index) => ({
        key: keyOf(group, index),
        statement: plain(group.map((leaf) => leaf.text).join(" ")),
        level: "must" as const,
        weight: 3,
        phrases: [],
        contradictions: [],
      })),
      risks: [],
      compensatingControls: [],
      recommendation: {
        action: cut(`Add a provision on ${one.title} that states: ${plain(whole)}`, 4000),
        section: cut(section, 300),
        text: open(withoutBraces(whole)),
      },
    };
  }

  for (const [index, value] of (source.groups ?? []).entries()) addGroup(value, `catalog.groups[${index}]`, []);
  addCluster("General", "general", source.controls ?? [], "catalog");
  if (clusters.length === 0) throw new AppError("invalid_request", "catalog holds no control.");
  distinguish(clusters);
  const code =
    cut(
      metadata.title
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]+/g, "-")
        .replaceAll(/^-|-$/g, ""),
      60,
    ) || "OSCAL";
  const url = metadata.links?.map(({ href }) => href).find((href) => URL.canParse(href)) ?? `urn:uuid:${source.uuid}`;
  return {
    id: idOf("framework"),
    code,
    name: cut(metadata.title, 300),
    version: cut(metadata.version, 300),
    controls: [
      {
        id: idOf("control"),
        code,
        name: cut(metadata.title, 300),
        description: cut(`Imported from the OSCAL catalog ${metadata.title}, version ${metadata.version}.`, 4000),
        source: { title: cut(metadata.title, 300), url },
        expects: { documentKind: cut(metadata.title, 300), keywords: [] },
        terms,
        clusters,
      },
    ],
  };
}

/** The innermost parts of a statement, each with the words that lead into it: "The organization: a. … 1. …". */
function leavesOf(one: Part, leadIn: string, at: string): { id: string | undefined; text: string }[] {
  const text = [leadIn, one.prose ?? ""].filter((piece) => piece !== "").join(" ");
  const inner = (one.parts ?? []).map((each, index) => checked<Part>("part", each, `${at}.parts[${index}]`));
  const items = inner.filter(({ name }) => name === "item" || name === "statement");
  if (items.length > 0) return items.flatMap((each) => leavesOf(each, text, at));
  // The word that leads over to the next part says nothing here.
  return text === "" ? [] : [{ id: one.id, text: text.replace(/[;,]\s*(?:and|or)?\s*$/, ".") }];
}

/** All of a statement as it reads, an introduction once. */
function proseOf({ prose = "", parts = [] }: Part): string {
  const inner = parts.filter(({ name }) => name === "item" || name === "statement").map(proseOf);
  return [prose, ...inner].filter((piece) => piece !== "").join(" ");
}

const insertion = /\{\{\s*(?:insert:\s*)?param(?:,|:)?\s*([\w.-]+)\s*\}\}/g;

function resolved(text: string, params: Params, tell: (one: Static<typeof param>) => string): string {
  return text.replaceAll(insertion, (_, id: string) => tell(params.get(id) ?? { id, label: id }));
}

/** What people call a parameter. Choices and labels may themselves insert parameters; three levels are plenty. */
function labelOf(one: Static<typeof param>, params: Params, depth = 3): string {
  const text = one.values?.join(", ") || one.label || (one.select?.choice ?? []).join("; ") || one.id;
  if (depth === 0) return text.replaceAll(insertion, "…");
  return resolved(text, params, (inner) => labelOf(inner, params, depth - 1));
}

/** Braces that insert nothing would look like placeholders. */
function withoutBraces(text: string): string {
  return text.replaceAll(/\{(?!\{)([^{}]*)\}(?!\})/g, (found, _inner, at: number) =>
    text[at - 1] === "{" ? found : found.replaceAll(/[{}]/g, ""),
  );
}

const longestTermKey = 120;

function termKey(meaning: string): string {
  const key = meaning
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .slice(0, longestTermKey)
    .replaceAll(/^_+|_+$/g, "");
  return /^[a-z]/.test(key) ? key : `p_${key}`;
}

/** The parts of "ac-1_smt" are "statement", "statement-a", "statement-b-1": what is said of them names the item itself. */
function keyOf(group: { id: string | undefined }[], index: number): string {
  const path = group.length === 1 ? /_smt\b(.*)$/.exec(group[0]?.id ?? "")?.[1] : undefined;
  const part = (path ?? String(index + 1)).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return cut(`statement-${part}`.replaceAll(/-{2,}/g, "-").replace(/-$/, ""), 80);
}

/** Labels and part ids are meant to be unique; where they are not, a number tells them apart. */
function distinguish(clusters: ClusterDocument[]): void {
  const seen = new Map<string, number>();
  for (const item of clusters.flatMap((cluster) => cluster.items)) {
    const count = (seen.get(item.externalId) ?? 0) + 1;
    seen.set(item.externalId, count);
    if (count > 1) item.externalId = `${cut(item.externalId, 290)} (${count})`;
    const keys = new Set<string>();
    for (const [index, criterion] of item.criteria.entries()) {
      if (keys.has(criterion.key)) criterion.key = `${cut(criterion.key, 70)}-${index + 1}`;
      keys.add(criterion.key);
    }
  }
}

function cut(text: string, length: number): string {
  const trimmed = text.trim();
  return trimmed.length <= length ? trimmed : `${trimmed.slice(0, length - 1)}…`;
}

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** The form of a ULID with 80 bits of a hash and no time: the same name always has the same id. */
function stableId(title: string, name: string): Id {
  const hash = createHash("sha256").update(`${title}\n${name}`).digest();
  const random = Array.from({ length: 16 }, (_, index) => alphabet[(hash[index] ?? 0) % 32]).join("");
  return `0000000000${random}`;
}
