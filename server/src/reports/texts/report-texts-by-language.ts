import type { AuditLanguage } from "../../documents/document.ts";
import type { ReportTexts } from "./report-texts.ts";
import { de } from "./report-texts-de.ts";
import { en } from "./report-texts-en.ts";
import { es } from "./report-texts-es.ts";
import { fr } from "./report-texts-fr.ts";

export const reportTexts: Record<AuditLanguage, ReportTexts> = { en, de, fr, es };
