import { Type } from "typebox";
import { complianceLevels } from "../analysis/findings/findings.ts";
import { type Day, readDay } from "../documents/document-dates.ts";
import { type Id, isId } from "../platform/ids.ts";
import type { SortFields, SortName } from "../platform/page.ts";
import { readInstant } from "./wire.ts";

/** Query parameters that several lists share. */

const sortNames = <Fields extends SortFields>(fields: Fields): SortName<keyof Fields & string>[] =>
  ["createdAt", ...Object.keys(fields)].flatMap((name) => [name, `-${name}`]) as SortName<keyof Fields & string>[];

/** `others`: how the fields sort, if that is not clear from their names. */
export const sortQuery = <Fields extends SortFields>(fields: Fields, others = "") =>
  Type.Optional(
    Type.Enum(sortNames(fields), {
      description: `The order; with - descending. Default -createdAt: newest first.${others}`,
    }),
  );
export const unscoredLast = " Entries without a score come after all others, in descending order before them.";

export const levelFilter = (what: string) =>
  Type.Optional(
    Type.Enum([...complianceLevels], { title: "ComplianceLevel", description: `Only ${what} of this level.` }),
  );
export const textFilter = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));

export const readOptionalInstant = (field: string, text: string | undefined): Date | undefined =>
  text === undefined ? undefined : readInstant(field, text);

export const readOptionalDay = (field: string, text: string | undefined): Day | undefined =>
  text === undefined ? undefined : readDay(field, text);

export const readText = (text: string | undefined): string | undefined => text?.trim() || undefined;

/** A malformed id has no entries, like one of another company. */
export const isAnyMalformed = (ids: Record<string, Id | undefined>): boolean =>
  Object.values(ids).some((id) => id !== undefined && !isId(id));
