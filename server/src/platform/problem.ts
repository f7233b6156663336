/** One validation error, in the form that JSON Schema validators report. */
export interface SchemaProblem {
  keyword: string;
  instancePath: string;
  params: Record<string, unknown>;
  message?: string | undefined;
}

/** `/controls/3/name` → `controls[3].name` */
function toFieldName(instancePath: string): string {
  return instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name === "" ? part : `${name}.${part}`), "");
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

const kinds: Record<string, string> = {
  string: "a string",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null",
};

function oneOf(words: string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

const formats: Record<string, string> = {
  "date-time": "a date and time in ISO 8601 form, for example 2026-01-31T12:00:00Z",
  uri: "an absolute URL",
};

/** A body may have a hundred thousand errors; nobody reads that many, and describing them would take minutes. */
const maxDescribedProblems = 50;

/** Describes what is wrong with a value. Failed alternatives are merged: "must be a string or null". */
export function describeProblems(problems: SchemaProblem[], whole?: string): string[] {
  const specific = problems
    .filter(({ keyword }) => !["anyOf", "oneOf", "if", "boolean"].includes(keyword))
    .slice(0, maxDescribedProblems);
  const byPath = Map.groupBy(specific, ({ instancePath }) => instancePath);
  const merged = [...byPath.values()].flatMap((atPath) => {
    const others = atPath.filter(({ keyword }) => keyword !== "type");
    // For a nullable text that is too long, "must be null" would not help.
    if (others.length > 0) return others;
    const types = atPath.flatMap(({ params }) => list(params["type"]));
    return atPath.slice(0, 1).map((problem) => ({ ...problem, params: { type: types } }));
  });
  return [...new Set(merged.flatMap((problem) => describeProblem(problem, whole).split("; ")))];
}

/** Names the field, what is wrong and what is expected, without the validator's own vocabulary. */
function describeProblem(problem: SchemaProblem, whole = "the request body"): string {
  const field = toFieldName(problem.instancePath);
  const name = field === "" ? whole : field;
  const inside = (member: string) => (field === "" ? member : `${field}.${member}`);
  const { params } = problem;
  switch (problem.keyword) {
    case "required":
      return list(params["missingProperty"] ?? params["requiredProperties"])
        .map((member) => `${inside(member)} is required`)
        .join("; ");
    case "additionalProperties":
    case "unevaluatedProperties":
      return list(params["additionalProperty"] ?? params["additionalProperties"] ?? params["unevaluatedProperties"])
        .map((member) => `${inside(member.slice(0, 100))} is not a known field`)
        .join("; ");
    case "type":
      return `${name} must be ${oneOf(list(params["type"]).map((kind) => kinds[kind] ?? kind))}`;
    case "minLength":
      return params["limit"] === 1
        ? `${name} must not be empty`
        : `${name} must have at least ${params["limit"]} characters`;
    case "maxLength":
      return `${name} must have at most ${params["limit"]} characters`;
    case "minItems":
      return `${name} must have at least ${params["limit"]} ${params["limit"] === 1 ? "entry" : "entries"}`;
    case "maxItems":
      return `${name} must have at most ${params["limit"]} entries`;
    case "minimum":
      return `${name} must be at least ${params["limit"]}`;
    case "maximum":
      return `${name} must be at most ${params["limit"]}`;
    case "enum":
      return `${name} must be one of ${oneOf(list(params["allowedValues"]))}`;
    case "const":
      return `${name} must be ${JSON.stringify(params["allowedValue"])}`;
    case "format":
      return `${name} must be ${formats[String(params["format"])] ?? `in the form ${params["format"]}`}`;
    case "uniqueItems":
      return `${name} must not contain the same entry twice`;
    case "pattern":
      return `${name} is not in the expected form`;
    default:
      return `${name} ${problem.message ?? "is not valid"}`;
  }
}
