import { Type } from "typebox";
import { type AuditLanguage, auditLanguages } from "../documents/document.ts";
import { AppError } from "../platform/app-error.ts";
import { choiceOf } from "./wire.ts";

export const languageQuery = {
  language: Type.Optional(choiceOf(auditLanguages, "Language", "Language of the catalogue's texts; en by default.")),
};

export function readLanguage(given: string | undefined): AuditLanguage | undefined {
  if (given === undefined || given.trim() === "") return undefined;
  const language = auditLanguages.find((one) => one === given.trim());
  if (language !== undefined) return language;
  throw new AppError(
    "unprocessable",
    `language must be one of ${auditLanguages.join(", ")}, not "${given.slice(0, 100)}".`,
  );
}
