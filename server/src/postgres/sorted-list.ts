import type { Id } from "../platform/ids.ts";
import { type Page, type SortedPageRequest, type SortValue, toSortedPage } from "../platform/page.ts";
import { idsWithin } from "./ids-within.ts";
import { type QueryRunner, type Statement, statement } from "./query.ts";
import type { RowMapper } from "./row-mapper.ts";

/** How the values of a field are compared: `of` is the SQL of a row's column or of a cursor's parameter. */
type Compared = (of: string) => string;

export const compared = {
  text: (of: string) => `lower(${of}::text)`,
  /** An entry without a score comes after all others. */
  score: (of: string) => `coalesce(${of}, 101)`,
};

interface ListShape<Lead extends string, Field extends string> {
  select: string;
  /** The conditions of all filters. $1 and $2 are the ids between which the entries are; the filters have $3 and so on. */
  where: string;
  /** The number of parameters in `where`. */
  parameters: number;
  /** The table's column with the id. */
  id: string;
  /** The condition that an index leads with, for each index; in this order the first whose filter is given is taken. */
  leads: Record<Lead, string>;
  fields: Record<Field, { column: string; type: string; compared?: Compared }>;
}

interface ListRequest<Lead extends string, Field extends string> {
  lead: Lead;
  since?: Date | undefined;
  until?: Date | undefined;
  /** Of the filters, from $3. */
  values: unknown[];
  page: SortedPageRequest<Field>;
}

/**
 * A list whose every page is read from an index. Sorted by time, which is the order of the ids, there is a statement for each
 * index that a filter leads to; in any other order the index of that field leads, and the filters leave out rows.
 */
export function sortedList<Lead extends string, Field extends string>(shape: ListShape<Lead, Field>) {
  const { select, where, parameters, id, leads } = shape;
  const within = `${id} > $1 AND ${id} < $2 AND ${where}`;
  const limit = `LIMIT $${parameters + 1}`;
  const directions = [
    { isDescending: false, order: "", follows: ">" },
    { isDescending: true, order: " DESC", follows: "<" },
  ];
  const statements = new Map<string, Statement>();
  for (const { isDescending, order, follows } of directions) {
    for (const [lead, condition] of Object.entries<string>(leads)) {
      const text = `${select} WHERE ${condition} AND ${within} ORDER BY ${id}${order} ${limit}`;
      statements.set(nameOf("createdAt", isDescending, lead), statement(text));
    }
    for (const [field, { column, type, compared: by = (of: string) => of }] of Object.entries<
      ListShape<Lead, Field>["fields"][Field]
    >(shape.fields)) {
      const next = `(${by(column)}, ${id}) ${follows} (${by(`$${parameters + 2}::${type}`)}, $${parameters + 3})`;
      const sorted = `ORDER BY ${by(column)}${order}, ${id}${order} ${limit}`;
      statements.set(nameOf(field, isDescending, "first"), statement(`${select} WHERE ${within} ${sorted}`));
      statements.set(nameOf(field, isDescending, "next"), statement(`${select} WHERE ${within} AND ${next} ${sorted}`));
    }
  }

  return async function read<T extends { id: Id }>(
    run: QueryRunner,
    mapper: Pick<RowMapper<T>, "list">,
    { lead, since, until, values, page }: ListRequest<Lead, Field>,
    toValue: (row: T, field: Field) => SortValue,
  ): Promise<Page<T>> {
    const { by, isDescending, after, limit: entries } = page;
    const isByTime = by === "createdAt";
    const { above, below } = idsWithin(since, until, page);
    const position = isByTime || after === undefined ? [] : [after.value, after.id];
    const name = nameOf(by, isDescending, isByTime ? lead : after === undefined ? "first" : "next");
    const query = statements.get(name);
    if (query === undefined) throw new Error(`no list is sorted by ${name}`);
    const found = await mapper.list(run, query, [above, below, ...values, entries + 1, ...position]);
    return toSortedPage(found, page, toValue);
  };
}

const nameOf = (field: string, isDescending: boolean, variant: string) =>
  `${field} ${isDescending ? "down" : "up"} ${variant}`;
