import { Type } from "typebox";
import { type AuditLanguage, auditLanguages } from "../documents/document.ts";
import { AppError } from "../platform/app-error.ts";

export const languageQuery = {
  language: Type.Optional(
    Type.String({ description: `Language of the catalogue's texts: ${auditLanguages.join(", ")}. Default: en.` }),
  ),
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
