/** Names of the sheets of a checklist. */
export const sheetNames = {
  checklist: "Checklist",
  control: "Control",
  conditions: "Conditions",
  details: "Details",
  guide: "Guide",
} as const;

/** The headings of a table's columns: first the one that we write, then others that are understood. */
export type Headings<Column extends string> = Readonly<Record<Column, readonly [string, ...string[]]>>;

export const checklistHeadings = {
  cluster: ["Cluster", "Section", "Chapter", "Area", "Abschnitt", "Bereich", "Chapitre", "Domaine", "Sección", "Área"],
  reference: ["Reference", "Ref", "No", "Number", "Referenz", "Nr", "Nummer", "Référence", "Referencia", "Número"],
  title: ["Title", "Titel", "Titre", "Título"],
  requirement: ["Requirement", "Anforderung", "Exigence", "Requisito"],
  criteria: ["Criteria", "Criterion", "Kriterien", "Kriterium", "Critères", "Critère", "Criterios", "Criterio"],
  level: ["Level", "Stufe", "Niveau", "Nivel"],
  weight: ["Weight", "Gewicht", "Poids", "Peso"],
  appliesWhen: ["Applies when", "Gilt wenn", "S'applique si", "Se aplica si"],
} as const satisfies Headings<string>;

export const conditionHeadings = {
  key: ["Condition"],
  statement: ["Statement"],
  whenSilent: ["When silent"],
  phrases: ["Phrases"],
  contradictions: ["Contradictions"],
} as const satisfies Headings<string>;

export const controlHeadings = { field: ["Field"], value: ["Value"] } as const satisfies Headings<string>;

export const detailHeadings = {
  reference: ["Reference"],
  criterion: ["Criterion"],
  detail: ["Detail"],
  value: ["Value"],
} as const satisfies Headings<string>;

/** What the sheet about the control states, in its order. */
export const controlFields = {
  frameworkCode: "Framework code",
  frameworkName: "Framework name",
  version: "Version",
  controlCode: "Control code",
  controlName: "Control name",
  description: "Description",
  sourceTitle: "Source",
  sourceUrl: "Source address",
  documentKind: "Document kind",
  keywords: "Keywords",
  documentsCount: "Documents count",
} as const;
export type ControlField = keyof typeof controlFields;
