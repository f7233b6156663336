import fc from "fast-check";
import { aChecklistFile } from "../a-checklist.ts";
import type { Operation } from "./described-operation.ts";
import type { Hints } from "./hostile-values.ts";

const day = fc.constantFrom("2026-12-31", "2027-06-30");
const instant = fc.constantFrom("2026-01-01T00:00:00Z", "2026-03-01T12:00:00+02:00");
const none = fc.constant(undefined);

/** Dates, colours and files, whose forms the description states in words. */
export function hintsOfWords({ operationId }: Operation): Hints {
  const files = { data: fc.constantFrom(aChecklistFile().data, aChecklistFile([["Reference", "Requirement"]]).data) };
  if (operationId === "replaceBranding") {
    const colour = fc.constantFrom("#1f4e68", "#7a1f3d");
    return { accentColour: colour, secondColour: colour, logo: none, cover: none };
  }
  if (operationId === "listDocuments")
    return {
      status: fc.constantFrom("completed", "queued"),
      ...{ submittedAfter: instant, submittedBefore: instant, validUntilBefore: day, reviewByBefore: day },
    };
  if (operationId === "submitDocuments")
    return { effectiveFrom: fc.constant("2026-01-31"), validUntil: day, reviewBy: day };
  return files;
}
