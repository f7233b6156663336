import { type Static, type TSchema, Type } from "typebox";

/** The format of a framework file, shipped or imported. */

const closed = { additionalProperties: false };
const ulid = (description: string) =>
  Type.String({
    pattern: "^[0-7][0-9A-HJKMNP-TV-Z]{25}$",
    description: `${description} A ULID; never changes once released.`,
  });
const line = (description: string) => Type.String({ minLength: 1, maxLength: 300, description });
const paragraph = (description: string) => Type.String({ minLength: 1, maxLength: 4000, description });

const quantity = Type.Object(
  {
    kind: Type.Enum(["deadline", "duration", "frequency", "amount"]),
    comparison: Type.Enum(["at_most", "at_least"]),
    value: Type.Number({ minimum: 0 }),
    unit: Type.Enum([
      "hours",
      "days",
      "business_days",
      "weeks",
      "months",
      "years",
      "percent",
      "times_per_year",
      "characters",
      "count",
      "EUR",
      "USD",
    ]),
    of: line("What is measured, for example: notice of a breach after becoming aware."),
  },
  { ...closed, description: "A figure the document must keep to." },
);

const duty = Type.Object(
  {
    by: line("Who owes it; a key of the control's terms."),
    to: Type.Optional(line("To whom; a key of the control's terms.")),
  },
  { ...closed, description: "Who owes the duty to whom." },
);

const appliesWhen = Type.Optional(
  Type.String({
    pattern: "^[a-z][a-zA-Z0-9]*$",
    maxLength: 80,
    description:
      "The condition under which it is asked, a key of the control's conditions; `never` for what is only of historical interest.",
  }),
);

const byReference = Type.Optional(
  Type.Enum(["sufficient", "partial"], {
    description:
      "Whether a clause that refers to the exact provision of law meets a criterion that the provision itself lists, or meets it in part. A citation of a whole act or section does neither.",
  }),
);

const condition = Type.Object(
  {
    statement: paragraph("The fact about the company or the document, as a statement."),
    phrases: Type.Array(line("A wording of a document in which the condition holds."), { maxItems: 40 }),
    contradictions: Type.Array(line("A wording of a document that rules the condition out."), { maxItems: 40 }),
    whenSilent: Type.Enum(["applies", "does_not_apply"], {
      description: "What follows for its items and criteria when a document says nothing about the condition.",
    }),
  },
  { ...closed, description: "A fact that decides whether items and criteria apply to a document." },
);

const question = Type.Object(
  {
    key: Type.String({
      pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
      maxLength: 80,
      description: "Names the question within its item; never changes once released.",
    }),
    question: paragraph("The question, in one sentence."),
  },
  { ...closed, description: "What no document can answer and its owner is asked." },
);

const criterion = Type.Object(
  {
    key: Type.String({
      pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
      maxLength: 80,
      description: "Names the criterion within its item; never changes once released.",
    }),
    statement: paragraph("One checkable statement about the document."),
    level: Type.Enum(["must", "should"]),
    weight: Type.Integer({
      minimum: 1,
      maximum: 5,
      description: "Importance within the item; 5 is the most important.",
    }),
    phrases: Type.Array(line("A wording that a satisfying document uses."), { maxItems: 40 }),
    contradictions: Type.Array(line("A wording of a document that says the opposite."), { maxItems: 40 }),
    duty: Type.Optional(duty),
    quantity: Type.Optional(quantity),
    appliesWhen,
    byReference,
  },
  closed,
);

/** Languages of translations. The shipped catalogue itself is written in English. */
export const translatedLanguages = ["de", "fr", "es"] as const;
export type TranslatedLanguage = (typeof translatedLanguages)[number];
export type CatalogueLanguage = "en" | TranslatedLanguage;

const inLanguages = <Texts extends TSchema>(texts: Texts) =>
  Type.Optional(
    Type.Object(
      { de: Type.Optional(texts), fr: Type.Optional(texts), es: Type.Optional(texts) },
      { ...closed, description: "The same in other languages." },
    ),
  );

const criterionTranslation = Type.Object(
  {
    topic: line("The point in a few words, as a heading."),
    statement: paragraph("The statement in this language."),
    phrases: Type.Array(line("A wording that a satisfying document in this language uses."), { maxItems: 40 }),
    contradictions: Type.Array(line("A wording of a document in this language that says the opposite."), {
      maxItems: 40,
    }),
  },
  closed,
);

const recommendation = Type.Object(
  {
    action: paragraph("What the author of the document should do."),
    section: line("The section of such a document where it belongs."),
    text: paragraph(
      "Text to insert; {placeholders} are keys of the control's terms. {key|words} names a party by other words in this sentence.",
    ),
  },
  closed,
);

const conditionTranslation = Type.Object(
  {
    statement: paragraph("The statement in this language."),
    phrases: Type.Array(line("A wording of a document in this language in which the condition holds."), {
      maxItems: 40,
    }),
    contradictions: Type.Array(line("A wording of a document in this language that rules the condition out."), {
      maxItems: 40,
    }),
  },
  closed,
);

const itemTranslation = Type.Object(
  {
    name: line("Title of the requirement."),
    objective: paragraph("The requirement in one sentence."),
    criteria: Type.Record(Type.String(), criterionTranslation, { description: "By the key of each criterion." }),
    risks: Type.Array(line("What goes wrong when this is missing."), { maxItems: 10 }),
    compensatingControls: Type.Array(line("What reduces that risk meanwhile."), { maxItems: 10 }),
    recommendation,
    askOwner: Type.Optional(
      Type.Record(Type.String(), paragraph("The question in this language."), {
        description: "By the key of each question.",
      }),
    ),
  },
  closed,
);

const controlTranslation = Type.Object(
  {
    name: line("Name of the control."),
    description: paragraph("What kind of document is reviewed, and against what."),
    documentKind: line("The kind of document this control reviews."),
    keywords: Type.Array(line("A word that such a document in this language nearly always contains."), {
      maxItems: 60,
    }),
    terms: Type.Record(
      Type.String(),
      Type.Object(
        {
          name: line("The term itself, without an article."),
          alsoCalled: Type.Array(line("Another name documents in this language use for it."), { maxItems: 40 }),
        },
        closed,
      ),
      { description: "By the key of each term." },
    ),
    conditions: Type.Optional(
      Type.Record(Type.String(), conditionTranslation, { description: "By the key of each condition." }),
    ),
    clusters: Type.Record(Type.String(), line("The cluster's name."), { description: "By the code of each cluster." }),
  },
  closed,
);

const item = Type.Object(
  {
    id: ulid("The control item's id."),
    externalId: line("The article, clause or section; unique within the control."),
    name: line("Title of the requirement."),
    objective: paragraph("The requirement in one sentence."),
    isObsolete: Type.Optional(Type.Boolean({ description: "Kept for old results; new submissions skip it." })),
    appliesWhen,
    criteria: Type.Array(criterion, { maxItems: 60 }),
    askOwner: Type.Optional(Type.Array(question, { maxItems: 20 })),
    risks: Type.Array(line("What goes wrong when this is missing."), { maxItems: 10 }),
    compensatingControls: Type.Array(line("What reduces that risk meanwhile."), { maxItems: 10 }),
    recommendation,
    translations: inLanguages(itemTranslation),
  },
  closed,
);

const cluster = Type.Object(
  {
    id: ulid("The cluster's id."),
    code: line("Short code of the cluster."),
    name: line("Name of the cluster."),
    isArchived: Type.Optional(Type.Boolean({ description: "Kept for old reviews; new submissions cannot choose it." })),
    items: Type.Array(item, { minItems: 1, maxItems: 2000 }),
  },
  closed,
);

const source = Type.Object(
  {
    title: line("The official text's title."),
    url: Type.String({
      format: "uri",
      maxLength: 500,
      pattern: "^(https?://|urn:uuid:)",
      description: "http or https; urn:uuid where an imported catalog names no address.",
    }),
  },
  closed,
);

const term = Type.Object(
  {
    meaning: line("What the term stands for."),
    isParty: Type.Boolean(),
    alsoCalled: Type.Array(line("Another name documents use for it."), { maxItems: 40 }),
  },
  closed,
);

/** How the documents of a review count: each for itself, or together with the best evidence of all. */
export const documentsCounts = ["each", "together"] as const;
export type DocumentsCount = (typeof documentsCounts)[number];

const controlSchema = Type.Object(
  {
    id: ulid("The control's id."),
    code: line("Short code of the control."),
    name: line("Name of the control."),
    description: paragraph("What kind of document is reviewed, and against what."),
    source,
    documentsCount: Type.Optional(
      Type.Enum(documentsCounts, {
        description:
          "Whether each document of a review is judged for itself, as contracts are, or all together, as a set of policies is. Absent: together.",
      }),
    ),
    expects: Type.Object(
      {
        documentKind: line("The kind of document this control reviews."),
        keywords: Type.Array(line("A word that such a document nearly always contains."), { maxItems: 60 }),
      },
      closed,
    ),
    terms: Type.Record(Type.String({ pattern: "^[a-z][a-z0-9_]*$" }), term, {
      description: "Parties and placeholders this control speaks of.",
    }),
    byReference,
    conditions: Type.Optional(
      Type.Record(Type.String({ pattern: "^[a-z][a-zA-Z0-9]*$" }), condition, {
        description: "Facts that decide which items and criteria apply.",
      }),
    ),
    translations: inLanguages(controlTranslation),
    clusters: Type.Array(cluster, { minItems: 1, maxItems: 200 }),
  },
  closed,
);

export const frameworkSchema = Type.Object(
  {
    id: ulid("The framework's id."),
    code: line("Short code of the framework."),
    name: line("Name of the framework."),
    version: line("Version of the framework's own text."),
    controls: Type.Array(controlSchema, { minItems: 1, maxItems: 200 }),
  },
  closed,
);

export type FrameworkDocument = Static<typeof frameworkSchema>;
export type ControlDocument = Static<typeof controlSchema>;

export type ClusterDocument = Static<typeof cluster>;
export type ItemDocument = Static<typeof item>;
export type ItemTranslation = Static<typeof itemTranslation>;
export type ControlTranslation = Static<typeof controlTranslation>;
export type ConditionDocument = Static<typeof condition>;
export type ConditionTranslation = Static<typeof conditionTranslation>;
export type ByReference = NonNullable<ControlDocument["byReference"]>;

/** The format for editors and other programs; committed as catalogue/schema.json. */
export function catalogueJsonSchema(): object {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Assay framework",
    description:
      "A framework with its controls, clusters, control items and criteria. See docs/catalogue/writing-a-control.md.",
    ...frameworkSchema,
  };
}
