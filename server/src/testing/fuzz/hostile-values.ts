import fc from "fast-check";
import type { Schema } from "./described-operation.ts";

/** Values for a schema: valid ones, and typical attacks and edge cases. */

export const hostileText = fc.oneof(
  fc.constantFrom(
    ...[
      "",
      " ",
      "\u0000",
      "a\u0000b",
      "\ud800",
      "\udc00\ud800",
      "\ufeff",
      "\u202e\u200b",
      "e\u0301",
      "ﷺ",
      "👩‍👩‍👧‍👦",
      "ß",
      "İ",
    ],
    ...["__proto__", "constructor", "toString", "hasOwnProperty", "null", "undefined", "NaN", "true", "[]", "{}"],
    ...["'; DROP TABLE companies; --", "$1", "%s%n", "\\", "%00", "%ff", "%", "{{7*7}}", "<script>", "\r\nX-A: b"],
    ...["../../etc/passwd", "..", "/", "C:\\con", "a/b", "file:///etc/passwd", "http://[::1", "http://127.0.0.1:1/"],
    ...["0", "-0", "-1", "1e400", "0x10", "1.5", "９", "99999999999999999999", "2147483648", "9007199254740993"],
    ...["2026-13-45T99:99:99Z", "0000-00-00", "+275760-09-13T00:00:00.001Z", "-000001-01-01T00:00:00Z", "2026-02-30"],
    ...["01ARZ3NDEKTSV4RRFFQ69G5FAV", "81ARZ3NDEKTSV4RRFFQ69G5FAV", "01arz3ndektsv4rrffq69g5fav", "0".repeat(26)],
    ...["x".repeat(256), "x".repeat(5000), "é".repeat(201), "\u{10ffff}".repeat(101)],
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

const hostileNumber = fc.constantFrom(
  ...[-1, 0, -0, 0.1, 1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), 2 ** 63, 253_402_300_800_000],
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { length: 1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Members whose format is described only in words, by name. */
export type Hints = Record<string, fc.Arbitrary<unknown>>;

export function validValue(schema: Schema, hints: Hints, name = ""): fc.Arbitrary<unknown> {
  const hint = hints[name];
  if (hint !== undefined) return hint;
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((one) => validValue(one, hints, name)));
  const types = [schema.type ?? "string"].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema, hints, name)));
}

function valueOfType(type: string, schema: Schema, hints: Hints, name: string): fc.Arbitrary<unknown> {
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 100_000) });
    case "array":
      return fc.array(validValue(schema.items ?? {}, hints, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      });
    case "object":
      return validObject(schema, hints);
    default:
      return validText(schema);
  }
}

function validText({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (format === "date-time")
    return fc
      .date({ min: new Date(0), max: new Date("2099-01-01T00:00:00Z"), noInvalidDate: true })
      .map((date) => date.toISOString());
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const longest = Math.min(maxLength, minLength + 40);
  return fc.string({ unit: "grapheme", minLength, maxLength: longest }).map((text) => text.slice(0, maxLength));
}

function validObject({ properties = {}, required = [] }: Schema, hints: Hints): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, schema]) => [name, validValue(schema, hints, name)] as const);
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

type Step = string | number;

function placesIn(value: unknown, here: Step[] = []): Step[][] {
  if (typeof value !== "object" || value === null) return [here];
  const entries: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [here, ...entries.flatMap(([step, inner]) => placesIn(inner, [...here, step]))];
}

const changes = ["replace", "leave out", "wrap", "double", "add"] as const;

function changed(value: unknown, place: Step[], change: (typeof changes)[number], by: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) {
    if (change === "wrap") return [value];
    if (change === "double" && typeof value === "string") return value + value;
    if (change === "add" && typeof value === "object" && value !== null && !Array.isArray(value))
      return { ...value, [typeof by === "string" ? by : "unexpected"]: by };
    return by;
  }
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<Step, unknown>;
  if (rest.length === 0 && change === "leave out") delete copy[step];
  else copy[step] = changed(copy[step], rest, change, by);
  return copy;
}

/** Valid except for one place. */
export function nearlyValid(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(valid, fc.nat(), fc.constantFrom(...changes), hostileValue).map(([value, at, change, by]) => {
    const places = placesIn(value);
    return changed(value, places[at % places.length] ?? [], change, by);
  });
}

/** Bodies that are not JSON, or JSON that breaks some parsers. */
export const hostileBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      ...['{"name":"a","name":"b"}', '{"__proto__":{"isAdmin":true},"name":"a"}', "\ufeff{}", "{", "[]", "null", '""'],
      ...['{"constructor":{"prototype":{"x":1}},"name":"a"}', '{"name":"\\u0000"}', '{"name":"\\ud800"}', "{'a':1}"],
      ...['{"name":1e999}', '{"name":-0}', `${"[".repeat(20_000)}${"]".repeat(20_000)}`, "NaN", "1 2", "{}\u0000", ""],
      `{"name":"${"x".repeat(300_000)}"}`,
    )
    .map((text) => Buffer.from(text)),
);
