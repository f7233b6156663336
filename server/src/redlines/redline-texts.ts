import type { AuditLanguage } from "../documents/document.ts";

interface RedlineTexts {
  requirement: string;
  why: string;
  place: string;
  reference: string;
  file: string;
  replaces: string;
  clausePack: string;
  clausePackNote: string;
}

const texts: Record<AuditLanguage, RedlineTexts> = {
  en: {
    ...{ requirement: "Requirement:", why: "Why:", place: "Place:", reference: "Reference:" },
    ...{ file: "File:", replaces: "Replaces:", clausePack: "Suggested clauses" },
    clausePackNote: "Fill in what stands in brackets. Have the clauses checked before you agree on them.",
  },
  de: {
    ...{ requirement: "Anforderung:", why: "Grund:", place: "Stelle:", reference: "Bezug:" },
    ...{ file: "Datei:", replaces: "Ersetzt:", clausePack: "Vorgeschlagene Klauseln" },
    clausePackNote: "Füllen Sie aus, was in Klammern steht. Lassen Sie die Klauseln prüfen, bevor Sie sie vereinbaren.",
  },
  fr: {
    ...{ requirement: "Exigence :", why: "Motif :", place: "Emplacement :", reference: "Référence :" },
    ...{ file: "Fichier :", replaces: "Remplace :", clausePack: "Clauses proposées" },
    clausePackNote: "Complétez ce qui figure entre crochets. Faites vérifier les clauses avant d’en convenir.",
  },
  es: {
    ...{ requirement: "Requisito:", why: "Motivo:", place: "Lugar:", reference: "Referencia:" },
    ...{ file: "Archivo:", replaces: "Sustituye a:", clausePack: "Cláusulas propuestas" },
    clausePackNote: "Complete lo que figura entre corchetes. Haga revisar las cláusulas antes de acordarlas.",
  },
};

export const redlineTextsIn = (language: AuditLanguage): RedlineTexts => texts[language];
