import { AppError } from "./app-error.ts";
import { hasDirectionControl } from "./direction-controls.ts";
import type { Id } from "./ids.ts";

/** Which object carries the caller's own reference: it is unique among a partner's companies, and among a company's others. */
export type ReferencedKind = "company" | "businessEntity" | "document";

export interface ReferenceStore {
  /** The owner's object that has the reference. A deleted document has none. */
  find(kind: ReferencedKind, ownerId: Id, reference: string): Promise<Id | undefined>;
  /** As `find`; until the transaction ends, no other one gives the reference to an object of the owner. */
  lock(kind: ReferencedKind, ownerId: Id, reference: string): Promise<Id | undefined>;
}

const maxLength = 200;

/** Null and empty count as absent. */
export function readReference(text: string | null | undefined): string | undefined {
  const reference = text?.trim();
  if (reference === undefined || reference === "") return undefined;
  if (reference.length > maxLength)
    throw new AppError("invalid_request", `externalReference must have at most ${maxLength} characters`);
  if (/\p{Cc}/u.test(reference) || hasDirectionControl(reference))
    throw new AppError(
      "invalid_request",
      "externalReference must be one line, without characters that reorder the text after them, such as U+202E",
    );
  return reference;
}

const nouns = { company: "company", businessEntity: "business entity", document: "document" } as const;

/** `ownId`: the object that is to get the reference, if it exists. */
export async function refuseTakenReference(
  find: ReferenceStore["find"],
  { kind, ownerId, reference, ownId }: { kind: ReferencedKind; ownerId: Id; reference: string; ownId?: Id },
): Promise<void> {
  const holder = await find(kind, ownerId, reference);
  if (holder !== undefined && holder !== ownId)
    throw new AppError("reference_taken", `The ${nouns[kind]} ${holder} has this externalReference already.`);
}
