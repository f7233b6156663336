/** A JSON Schema of the description. */
export interface DescribedSchema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, DescribedSchema>;
  items?: DescribedSchema;
  anyOf?: DescribedSchema[];
  additionalProperties?: boolean | DescribedSchema;
  enum?: unknown[];
  contentSchema?: DescribedSchema;
}

export const maxNameLength = 40;

/**
 * Moves the objects and enumerations of operations to named schemas, so that a generator makes one type of each. A schema's `title` is
 * its name; one without a title is named for the operation and the member that holds it. Equal schemas become one.
 */
export class NamedSchemas {
  /** Sentences for the author of a route. */
  readonly problems: string[] = [];
  readonly schemas: Record<string, DescribedSchema> = {};
  /** The content of a schema without its texts, and its name. */
  readonly #names = new Map<string, string>();
  readonly #places = new Map<string, string>();

  /** Replaces the schema by a reference if it is worth a name; otherwise its parts. `place` is for messages. */
  name(schema: DescribedSchema, hint: string, place: string): DescribedSchema {
    if (schema.$ref !== undefined) return schema;
    if (schema.contentSchema !== undefined) return this.name(contentOf(schema), hint, place);
    const { title, description, examples, ...rest } = schema;
    const texts = { ...(description !== undefined && { description }), ...(examples !== undefined && { examples }) };
    const isNullable = Array.isArray(rest.type) && rest.type.includes("null");
    const withoutNull = isNullable ? omitNull(rest) : rest;
    const own = title ?? shorten(hint);
    const content = this.#nameParts(typed(withoutNull), title ?? hint.replace(/(?:Response|Request)$/, ""), place);
    if (title === undefined && !isNamed(content))
      return {
        ...texts,
        ...(isNullable
          ? { ...content, ...(rest.type && { type: rest.type }), ...(rest.enum && { enum: rest.enum }) }
          : content),
      };
    const $ref = `#/components/schemas/${this.#add(own, title !== undefined, content, texts, place)}`;
    if (isNullable) return { ...texts, anyOf: [{ $ref }, { type: "null" }] };
    const known = this.schemas[$ref.slice("#/components/schemas/".length)];
    return { $ref, ...(description !== undefined && known?.description !== description && { description }) };
  }

  /** Names the members of a schema that has its name already. */
  nameMembers(schema: DescribedSchema, name: string, place: string): DescribedSchema {
    return this.#nameParts(schema, name, place);
  }

  #nameParts(schema: DescribedSchema, hint: string, place: string): DescribedSchema {
    const { properties, items, anyOf, additionalProperties } = schema;
    return {
      ...schema,
      ...(properties !== undefined && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, member]) => [
            name,
            this.name(member, hint + capitalize(name), `${place}.${name}`),
          ]),
        ),
      }),
      ...(items !== undefined && { items: this.name(items, toSingular(hint), `${place}[]`) }),
      ...(anyOf !== undefined && { anyOf: anyOf.map((one, index) => this.name(one, `${hint}${index + 1}`, place)) }),
      ...(typeof additionalProperties === "object" && {
        additionalProperties: this.name(additionalProperties, toSingular(hint), `${place}.*`),
      }),
    };
  }

  #add(name: string, isGiven: boolean, content: DescribedSchema, texts: DescribedSchema, place: string): string {
    const key = JSON.stringify(sortMembers(content));
    const existing = this.#names.get(isGiven ? `${name} ${key}` : key);
    if (existing !== undefined) return existing;
    if (this.schemas[name] !== undefined) {
      this.problems.push(
        `Two different schemas are named ${name}: at ${this.#places.get(name)} and at ${place}. Give one of them another title.`,
      );
    }
    this.schemas[name] = { ...texts, ...content };
    this.#places.set(name, place);
    this.#names.set(`${name} ${key}`, name);
    if (!this.#names.has(key)) this.#names.set(key, name);
    return name;
  }
}

/** Leaves words at the start out, except the first two, until the name is short enough. */
function shorten(name: string): string {
  const words = name.split(/(?=[A-Z])/);
  while (words.join("").length > maxNameLength && words.length > 3) words.splice(2, 1);
  return words.join("");
}

/** An object with members and a choice of several texts have a type in generated code. */
function isNamed({ type, properties, enum: choices }: DescribedSchema): boolean {
  if (type === "object") return properties !== undefined && Object.keys(properties).length > 0;
  return choices !== undefined && choices.length > 1 && choices.every((one) => typeof one === "string");
}

/** TypeBox writes a choice of texts without its type. */
function typed(schema: DescribedSchema): DescribedSchema {
  const isText = schema.type === undefined && schema.enum?.every((one) => typeof one === "string");
  return isText ? { type: "string", ...schema } : schema;
}

/** `contentSchema` says what a text means that a handler reads: a whole number, or one of few values. */
function contentOf({ type, description, contentSchema = {} }: DescribedSchema): DescribedSchema {
  const isNullable = Array.isArray(type) && type.includes("null");
  return {
    ...contentSchema,
    ...(description !== undefined && { description }),
    ...(isNullable && { type: [contentSchema.type ?? "string", "null"].flat() }),
    ...(isNullable && contentSchema.enum && { enum: [...contentSchema.enum, null] }),
  };
}

function omitNull({ type, enum: choices, ...rest }: DescribedSchema): DescribedSchema {
  const types = [type ?? []].flat().filter((one) => one !== "null");
  return {
    ...(types.length > 0 && { type: types.length === 1 ? (types[0] as string) : types }),
    ...(choices !== undefined && { enum: choices.filter((one) => one !== null) }),
    ...rest,
  };
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (value === null || typeof value !== "object") return value;
  const members = Object.entries(value).filter(([name]) => name !== "description" && name !== "examples");
  return Object.fromEntries(
    members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sortMembers(one)]),
  );
}

export const capitalize = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const toSingular = (name: string): string => {
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`;
  return name.endsWith("s") && !name.endsWith("ss") && !name.endsWith("Status") ? name.slice(0, -1) : `${name}Entry`;
};
