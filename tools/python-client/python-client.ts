// The generated files of the Python client: its types, and a method for each operation of openapi.json.
import { commentLines, PythonTypes, pythonKeywords, type Schema, toPascalCase } from "./python-types.ts";

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas?: Record<string, Schema> };
}

const heading = "# Written by npm run generate from openapi.json. Change the routes, not this file.\n";
const jsonType = "application/json";
/** Written by hand in client.py. */
const writtenByHand = new Set(["submitDocuments", "putChunk", "getHealth"]);

export const toSnakeCase = (name: string) => {
  const snake = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/\W+/g, "_")
    .toLowerCase();
  return pythonKeywords.has(snake) ? `${snake}_` : snake;
};

/** Operations of people's sessions belong to the portal. */
const needsOnlySession = ({ security = [] }: Operation) =>
  security.length > 0 && security.every((one) => "session" in one);
const isOfAdministrator = ({ security = [] }: Operation) => security.some((one) => "administrator" in one);

function resultOf({ operationId, responses }: Operation, types: PythonTypes): { type: string; read: string } {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const content = success?.content ?? {};
  const json = content[jsonType]?.schema;
  if (json !== undefined && Object.keys(content).length === 1) {
    const type = types.typeOf(json, toPascalCase(operationId));
    return { type: /^\w+$/.test(type) && type !== "Any" ? `types.${type}` : "Any", read: "json" };
  }
  if (Object.keys(content).length > 0) return { type: "Download", read: "download" };
  return { type: "None", read: "nothing" };
}

const inModule = (type: string) =>
  type.replaceAll(/\b[A-Z]\w*\b/g, (name) =>
    ["Any", "Literal", "None", "True", "False", "NotRequired"].includes(name) ? name : `types.${name}`,
  );

/** Literals hold names that are not types. */
const qualified = (type: string) =>
  type
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part) => (part.startsWith('"') ? part : inModule(part)))
    .join("");

function bodyOf({ operationId, requestBody }: Operation, types: PythonTypes): string | undefined {
  const schema = requestBody?.content[jsonType]?.schema;
  if (schema === undefined || (schema.type === "object" && Object.keys(schema.properties ?? {}).length === 0))
    return undefined;
  return qualified(types.typeOf(schema, `${toPascalCase(operationId)}Body`));
}

const queryType = (parameter: Parameter, types: PythonTypes) => {
  const type = qualified(types.typeOf(parameter.schema, toPascalCase(parameter.name)));
  return type === "Any" ? "str" : type;
};

function method(path: string, verb: string, operation: Operation, types: PythonTypes): string {
  const { operationId, parameters = [] } = operation;
  const result = resultOf(operation, types);
  const body = bodyOf(operation, types);
  const inPath = parameters.filter((one) => one.in === "path");
  const query = parameters.filter((one) => one.in === "query");
  const isPost = verb === "post";
  const ids = inPath.map((one) => `${toSnakeCase(one.name)}: ${queryType(one, types)}`);
  const isBodyRequired = operation.requestBody?.required !== false;
  const ownBody = body === undefined ? [] : [isBodyRequired ? `body: ${body}` : `body: ${body} | None = None`];
  const named = query.map((one) => {
    const type = queryType(one, types);
    if (one.required === true) return `${toSnakeCase(one.name)}: ${type}`;
    return `${toSnakeCase(one.name)}: ${/\bNone\b/.test(type) ? type : `${type} | None`} = None`;
  });
  if (isPost) named.push("idempotency_key: str | None = None");
  const signature = ["self", ...ids, ...ownBody, ...(named.length > 0 ? ["*", ...named] : [])];
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{segment(${toSnakeCase(name)})}`);
  const call = [
    `"${verb.toUpperCase()}"`,
    address === path ? `"${path}"` : `f"${address}"`,
    ...(query.length > 0
      ? [`query={${query.map((one) => `"${one.name}": ${toSnakeCase(one.name)}`).join(", ")}}`]
      : []),
    ...(body !== undefined ? ["body=body"] : isPost ? ["body={}"] : []),
    ...(isPost ? ["idempotency_key=idempotency_key"] : []),
    ...(isOfAdministrator(operation) ? ["is_admin=True"] : []),
    ...(result.read === "download" ? ["expects_file=True"] : []),
  ];
  const about = [operation.summary, operation.description].filter((text) => text !== undefined && text !== "");
  const described = query.filter((one) => one.description !== undefined);
  const lines = [
    `    def ${toSnakeCase(operationId)}(`,
    ...signature.map((one) => `        ${one},`),
    `    ) -> ${result.type}:`,
    ...docstring(about.join(". ").replaceAll(/\.\. /g, ". "), described),
    `        return self._call(`,
    ...call.map((one) => `            ${one},`),
    "        )",
  ];
  return lines.join("\n");
}

function docstring(about: string, described: Parameter[]): string[] {
  const plain = (text: string) =>
    commentLines(text.replaceAll("\\", "\\\\"), "        ").map((line) => line.replace("# ", ""));
  const text = plain(about === "" ? "No description." : about.endsWith(".") ? about : `${about}.`);
  const parameters = described.flatMap(({ name, description = "" }) => plain(`${toSnakeCase(name)}: ${description}`));
  const [first = "", ...rest] = text;
  const head = `        """${first.trim()}`;
  if (rest.length === 0 && parameters.length === 0) return [`${head}"""`];
  return [head, ...rest, ...(parameters.length > 0 ? ["", ...parameters] : []), '        """'];
}

/** A generator over all entries of a list that has pages. */
function iteration(operation: Operation, types: PythonTypes): string | undefined {
  const { operationId, parameters = [], responses } = operation;
  const schema = responses["200"]?.content?.[jsonType]?.schema;
  const properties = (schema && types.resolve(schema).properties) ?? {};
  const lists = Object.entries(properties).filter(([, one]) => one.type === "array");
  const [entry] = lists;
  if (properties["nextCursor"] === undefined || lists.length !== 1 || entry === undefined) return undefined;
  if (!parameters.some(({ name }) => name === "cursor")) return undefined;
  const [key, list] = entry;
  types.typeOf(schema ?? {}, toPascalCase(operationId));
  const type = qualified(types.typeOf(list.items ?? {}, toPascalCase(key)));
  const name = toSnakeCase(operationId);
  return [
    `    def iterate_${name.replace(/^list_/, "")}(self, *arguments: Any, **options: Any) -> Iterator[${type}]:`,
    `        """All entries of \`${name}\`, page by page, with the same arguments."""`,
    `        return entries(self.${name}, "${key}", *arguments, **options)`,
  ].join("\n");
}

export interface PythonClient {
  types: string;
  operations: string;
}

export function pythonClient(openapi: OpenApi): PythonClient {
  const types = new PythonTypes(openapi.components.schemas ?? {});
  const methods = { Operations: [] as string[], Administration: [] as string[] };
  for (const [path, verbs] of Object.entries(openapi.paths))
    for (const [verb, operation] of Object.entries(verbs)) {
      if (needsOnlySession(operation)) continue;
      if (writtenByHand.has(operation.operationId)) {
        // Its type is needed nevertheless.
        resultOf(operation, types);
        continue;
      }
      const own = isOfAdministrator(operation) ? methods.Administration : methods.Operations;
      own.push(method(path, verb, operation, types));
      const all = iteration(operation, types);
      if (all !== undefined) own.push(all);
    }
  const classes = Object.entries(methods).map(
    ([name, own]) =>
      `class ${name}(Caller):\n    """${classTexts[name as keyof typeof classTexts]}"""\n\n${own.join("\n\n")}\n`,
  );
  return {
    types: `${heading}"""The objects of requests and responses."""\n\nfrom __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypedDict\n\n\n${types.text}`,
    operations: `${heading}"""A method for each operation of the API."""\n\nfrom __future__ import annotations\n\nfrom collections.abc import Iterator\nfrom typing import Any, Literal\n\nfrom . import types\nfrom .transport import Caller, Download, entries, segment\n\n\n${classes.join("\n\n")}`,
  };
}

const classTexts = {
  Operations: "Operations of partner and company keys.",
  Administration: "Operations of the service's operator; they need the administrator token.",
};
