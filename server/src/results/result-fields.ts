import type { TSchema } from "typebox";
import { AppError } from "../platform/app-error.ts";

/** What of an answer is wanted: for each member, what of it; nothing said means all of it. */
export interface Wanted {
  [member: string]: Wanted | undefined;
}

interface Described {
  properties?: Record<string, Described>;
  items?: Described;
}

const membersOf = ({ properties, items }: Described): Record<string, Described> | undefined =>
  items === undefined ? properties : membersOf(items);

function isDescribed(schema: Described, steps: string[]): boolean {
  let described: Described | undefined = schema;
  for (const step of steps) {
    const members: Record<string, Described> = membersOf(described) ?? {};
    described = Object.hasOwn(members, step) ? members[step] : undefined;
    if (described === undefined) return false;
  }
  return true;
}

/** "a comma-separated list of dotted paths (`status,complianceItems.result.score`) …; unknown path 400" */
export function readFields(text: string, schema: TSchema): Wanted {
  const wanted: Wanted = {};
  for (const path of text.split(",").map((one) => one.trim())) {
    const steps = path.split(".");
    if (!isDescribed(schema, steps))
      throw new AppError("invalid_request", `fields names "${path.slice(0, 200)}", which the answer does not have.`);
    let at: Wanted = wanted;
    for (const [index, step] of steps.entries()) {
      // All of a member was asked for already, or is now.
      if (Object.hasOwn(at, step) && at[step] === undefined) break;
      if (index === steps.length - 1) at[step] = undefined;
      else {
        const below: Wanted = at[step] ?? {};
        at[step] = below;
        at = below;
      }
    }
  }
  return wanted;
}

const isIdName = (name: string) => name === "id" || name.endsWith("Id");

/** "ids are always kept", of whatever is shown at all. */
export function onlyFields(value: unknown, wanted: Wanted | undefined): unknown {
  if (wanted === undefined || value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((one) => onlyFields(one, wanted));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isIdName(name) || Object.hasOwn(wanted, name))
      .map(([name, member]) => [name, onlyFields(member, wanted[name])]),
  );
}
