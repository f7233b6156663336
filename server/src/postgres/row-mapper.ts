import type { Id } from "../platform/ids.ts";
import { type Page, type PageRequest, toPage } from "../platform/page.ts";
import { pastEveryId, type QueryRunner, rows, type Statement, statement } from "./query.ts";

type Optional<T> = { [Name in keyof T & string]: undefined extends T[Name] ? Name : never }[keyof T & string];
type Required<T> = Exclude<keyof T & string, Optional<T>>;

/** Maps the properties of a type to columns with the same names in snake_case. */
export interface RowMapper<T> {
  /** For SELECT and RETURNING; `table` is the alias of the table in the statement. */
  columns(table?: string): string;
  insertInto(table: string): Statement;
  /** The parameters of the statement that `insertInto` returns. */
  values(value: T): unknown[];
  list(run: QueryRunner, query: Statement, values: unknown[]): Promise<T[]>;
  find(run: QueryRunner, query: Statement, values: unknown[]): Promise<T | undefined>;
  /** The statement's last two parameters are the id before which the page begins, and the number of rows. */
  listPage(run: QueryRunner, query: Statement, values: unknown[], page: PageRequest): Promise<Page<T & { id: Id }>>;
}

const toColumn = (property: string) => property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Sizes have the type bigint, which the driver would return as strings. */
const castOf = (property: string) => (property.endsWith("Bytes") ? "::float8" : "");

/** NULL in a column of an optional property becomes undefined. `computed` has the SQL of properties without a column. */
export function rowMapper<T extends object>(
  required: Required<T>[],
  optional: Optional<T>[] = [],
  computed: Partial<Record<keyof T & string, string>> = {},
): RowMapper<T> {
  const properties: (keyof T & string)[] = [...required, ...optional];

  function fromRow(row: T): T {
    for (const name of optional) if (row[name] === null) row[name] = undefined as T[typeof name];
    return row;
  }

  const list = (run: QueryRunner, query: Statement, values: unknown[]) =>
    rows<T>(run, query, values).then((found) => found.map(fromRow));

  return {
    columns(table) {
      const prefix = table === undefined ? "" : `${table}.`;
      const columnOf = (name: keyof T & string) => computed[name] ?? `${prefix}${toColumn(name)}${castOf(name)}`;
      return properties.map((name) => `${columnOf(name)} AS "${name}"`).join(", ");
    },
    insertInto(table) {
      const parameters = properties.map((_, at) => `$${at + 1}`).join(", ");
      return statement(`INSERT INTO ${table} (${properties.map(toColumn).join(", ")}) VALUES (${parameters})`);
    },
    values: (value) => properties.map((name) => value[name]),
    list,
    find: (run, query, values) => list(run, query, values).then(([first]) => first),
    listPage: (run, query, values, page) =>
      list(run, query, [...values, page.before ?? pastEveryId, page.limit + 1]).then((found) =>
        toPage(found as (T & { id: Id })[], page),
      ),
  };
}
