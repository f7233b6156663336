import type { TSchema } from "typebox";
import { AppError } from "../platform/app-error.ts";

/** The selected members of an answer, each with its own selection; undefined selects the whole member. */
export interface FieldSelection {
  [member: string]: FieldSelection | undefined;
}

interface ObjectSchema {
  properties?: Record<string, ObjectSchema>;
  items?: ObjectSchema;
}

const findMembers = ({ properties, items }: ObjectSchema): Record<string, ObjectSchema> | undefined =>
  items === undefined ? properties : findMembers(items);

function hasPath(schema: ObjectSchema, steps: string[]): boolean {
  let reached: ObjectSchema | undefined = schema;
  for (const step of steps) {
    const members: Record<string, ObjectSchema> = findMembers(reached) ?? {};
    reached = Object.hasOwn(members, step) ? members[step] : undefined;
    if (reached === undefined) return false;
  }
  return true;
}

/** "a comma-separated list of dotted paths (`status,complianceItems.result.score`) …; unknown path 400" */
export function parseFields(text: string, schema: TSchema): FieldSelection {
  const selection: FieldSelection = {};
  for (const path of text.split(",").map((one) => one.trim())) {
    const steps = path.split(".");
    if (!hasPath(schema, steps))
      throw new AppError("invalid_request", `fields names "${path.slice(0, 200)}", which the answer does not have.`);
    let at: FieldSelection = selection;
    for (const [index, step] of steps.entries()) {
      // The whole member is selected already.
      if (Object.hasOwn(at, step) && at[step] === undefined) break;
      if (index === steps.length - 1) at[step] = undefined;
      else {
        const below: FieldSelection = at[step] ?? {};
        at[step] = below;
        at = below;
      }
    }
  }
  return selection;
}

const isIdName = (name: string) => name === "id" || name.endsWith("Id");

/** "ids are always kept", at every level that is shown. */
export function selectFields(value: unknown, selection: FieldSelection | undefined): unknown {
  if (selection === undefined || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((one) => selectFields(one, selection));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isIdName(name) || Object.hasOwn(selection, name))
      .map(([name, member]) => [name, selectFields(member, selection[name])]),
  );
}
