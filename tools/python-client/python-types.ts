// The types of the Python client: a TypedDict for each object of openapi.json.

export interface Schema {
  type?: string | string[];
  $ref?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  nullable?: boolean;
}

export const toPascalCase = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => (word[0] ?? "").toUpperCase() + word.slice(1))
    .join("");

const literal = (value: unknown) =>
  value === null ? "None" : value === true ? "True" : value === false ? "False" : JSON.stringify(value);

const scalars: Record<string, string> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** A description as the lines of a comment, at most 120 columns wide. */
export function commentLines(text: string, indent: string): string[] {
  const lines: string[] = [];
  for (const word of text.replaceAll(/\s+/g, " ").trim().split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= 118) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}# ${word}`);
  }
  return lines;
}

/** Collects the named types that the operations need, each once. */
export class PythonTypes {
  readonly #components: Record<string, Schema>;
  /** The text of each type by its name, in the order of their definition. */
  readonly #defined = new Map<string, string>();
  /** Equal inline objects share one type. */
  readonly #nameOfShape = new Map<string, string>();

  constructor(components: Record<string, Schema>) {
    this.#components = components;
  }

  get text(): string {
    return [...this.#defined.values()].join("\n\n");
  }

  /** The Python type of a schema; an inline object becomes a type of this name. */
  typeOf(schema: Schema, name: string): string {
    const types = this.#members(schema, name);
    const distinct = [...new Set(types)];
    // None stands last, as people write it.
    return [...distinct.filter((one) => one !== "None"), ...distinct.filter((one) => one === "None")].join(" | ");
  }

  #members(schema: Schema, name: string): string[] {
    if (schema.$ref !== undefined) return [this.#reference(schema.$ref)];
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts !== undefined) {
      const objects = parts.filter((part) => part.properties !== undefined).length;
      return parts.flatMap((part, at) => this.#members(part, objects > 1 ? `${name}${at + 1}` : name));
    }
    if (schema.allOf?.length === 1) return this.#members(schema.allOf[0] ?? {}, name);
    if (schema.const !== undefined) return [`Literal[${literal(schema.const)}]`];
    if (schema.enum !== undefined) return this.#enumeration(schema.enum);
    const types = [schema.type ?? []].flat();
    const own = types.map((type) => this.#ofType(type, schema, name));
    if (schema.nullable === true) own.push("None");
    return own.length === 0 ? ["Any"] : own;
  }

  #enumeration(values: unknown[]): string[] {
    const named = values.filter((value) => value !== null);
    return [
      ...(named.length > 0 ? [`Literal[${named.map(literal).join(", ")}]`] : []),
      ...(named.length < values.length ? ["None"] : []),
    ];
  }

  #ofType(type: string, schema: Schema, name: string): string {
    if (type === "array") return `list[${this.typeOf(schema.items ?? {}, singular(name))}]`;
    if (type !== "object") return scalars[type] ?? "Any";
    if (schema.properties !== undefined) return this.#define(schema, name);
    const values = schema.additionalProperties;
    return `dict[str, ${typeof values === "object" ? this.typeOf(values, `${name}Value`) : "Any"}]`;
  }

  /** The schema that a reference names, or the schema itself. */
  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const named = this.#components[keyOf(schema.$ref)];
    if (named === undefined) throw new Error(`openapi.json has no ${schema.$ref}`);
    return named;
  }

  #reference(reference: string): string {
    const schema = this.resolve({ $ref: reference });
    const name = toPascalCase(keyOf(reference));
    if (schema.properties === undefined) return this.typeOf(schema, name);
    return this.#defined.has(name) ? name : this.#define(schema, name);
  }

  #define(schema: Schema, wanted: string): string {
    const shape = JSON.stringify(schema);
    const known = this.#nameOfShape.get(shape);
    if (known !== undefined) return known;
    let name = wanted;
    for (let count = 2; this.#defined.has(name); count++) name = `${wanted}${count}`;
    this.#nameOfShape.set(shape, name);
    // Reserves the name, because a member may refer to it.
    this.#defined.set(name, "");
    const { properties = {}, required = [] } = schema;
    const members = Object.entries(properties).map(([key, member]) => {
      const type = this.typeOf(member, `${name}${toPascalCase(key)}`);
      const isRequired = required.includes(key);
      return { key, type: isRequired ? type : `NotRequired[${type}]`, description: member.description };
    });
    this.#defined.set(name, formatTypedDict(name, schema.description, members));
    return name;
  }
}

const keyOf = (reference: string) => reference.replace(/^#\/components\/schemas\//, "");

const singular = (name: string) => (/ies$/.test(name) ? name.replace(/ies$/, "y") : name.replace(/(?<!s)s$/, ""));

interface Member {
  key: string;
  type: string;
  description: string | undefined;
}

const keywords =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield";
export const pythonKeywords = new Set(keywords.split(" "));

function formatTypedDict(name: string, description: string | undefined, members: Member[]): string {
  const isClass = members.every(({ key }) => /^[A-Za-z_]\w*$/.test(key) && !pythonKeywords.has(key));
  if (!isClass) {
    // Here types are evaluated at once, so that later ones can only be named in a string.
    const fields = members.map(({ key, type }) => `    ${JSON.stringify(key)}: ${JSON.stringify(type)},\n`).join("");
    return `${name} = TypedDict("${name}", {\n${fields}})\n`;
  }
  const lines = members.flatMap(({ key, type, description: about }) => [
    ...(about === undefined ? [] : commentLines(about, "    ")),
    `    ${key}: ${type}`,
  ]);
  const comment = description === undefined ? "" : `${commentLines(description, "").join("\n")}\n`;
  return `${comment}class ${name}(TypedDict):\n${lines.length === 0 ? "    pass" : lines.join("\n")}\n`;
}
