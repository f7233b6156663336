import { type TNumber, Type } from "typebox";
import { evidenceRoles, type Verdict, verdicts } from "../analysis/findings/findings.ts";
import { deciders, reasons } from "../analysis/verdict/reason.ts";
import { decisionBody } from "./decision-body.ts";
import type { Inclusion } from "./result-inclusion.ts";
import { dateTime, id, levelOrNull, named, nullable } from "./wire.ts";

const text = Type.String();
const reason = (description: string) => nullable(Type.String({ description }));
const titled = Type.Array(Type.Object({ title: text }));

const pageRefs = Type.Array(
  Type.Object({
    documentId: id(),
    pages: Type.Array(Type.String(), {
      description:
        'Page numbers within the file, from 1; for formats without pages a label such as "slide 3", in the language of the findings.',
    }),
    documentName: Type.String({ description: "Name of the file: a displayName of childDocuments, or fileName." }),
  }),
);

const evidence = Type.Array(
  Type.Object({
    quote: Type.Integer({ description: "Its index in quotes." }),
    role: Type.Enum([...evidenceRoles], {
      title: "EvidenceRole",
      description: "What the quote does to the criterion or condition.",
    }),
  }),
  { description: "Best first." },
);

const onRequest = (value: Inclusion) => `Only with include=${value}.`;

export const quoteBody = named(
  "Quote",
  Type.Object({
    fileId: id("File of the page with the quote."),
    page: Type.String({ description: 'As in pageRefs: "12", "slide 3".' }),
    pageNumber: Type.Integer(),
    start: Type.Integer({ description: "Offset of the quote in the page's text." }),
    end: Type.Integer(),
    text: Type.Optional(
      Type.String({ description: `Occurs character for character on that page. ${onRequest("quotes")}` }),
    ),
  }),
);

const confidence = (description: string) =>
  nullable(
    Type.Number({
      ...{ minimum: 0, maximum: 1, examples: [0.93] },
      description: `${description} null if unknown: an external model or words alone judged, or an earlier version.`,
    }),
  );
const needsReview = (description: string) => Type.Boolean({ description, examples: [true] });

export const conditionBody = named(
  "ResultCondition",
  Type.Object({
    key: text,
    statement: Type.Optional(
      Type.String({ description: `The fact about the company or the document. ${onRequest("statements")}` }),
    ),
    holds: Type.Boolean({ description: "Criteria apply only while all of their conditions hold." }),
    decidedBy: Type.Enum([...deciders], {
      description:
        "A fact stated about the company, the document, or the catalogue's word on a document that is silent.",
    }),
    probability: nullable(Type.Number({ description: "That it holds; null if the judge gives none." })),
    evidence,
  }),
);

const criterion = named(
  "Criterion",
  Type.Object({
    key: text,
    statement: Type.Optional(Type.String({ description: `What is required. ${onRequest("statements")}` })),
    level: Type.Optional(
      Type.Enum(["must", "should"], { title: "CriterionLevel", description: onRequest("statements") }),
    ),
    weight: Type.Optional(
      Type.Number({ description: `Importance within the item, 5 is its heart. ${onRequest("statements")}` }),
    ),
    verdict: named("Verdict", Type.Enum([...verdicts])),
    confidence: confidence("The probability that this verdict is right. A stated fact counts as certain."),
    needsReview: Type.Optional(
      needsReview(
        "The confidence is below the operator's threshold, or unknown: read the evidence yourself. Absent if not.",
      ),
    ),
    probabilities: Type.Optional(
      nullable(
        Type.Object(
          Object.fromEntries(verdicts.map((verdict) => [verdict, Type.Number()])) as Record<Verdict, TNumber>,
          {
            description: `Of all verdicts; null if the judge gives none. ${onRequest("probabilities")}`,
          },
        ),
      ),
    ),
    reason: Type.Enum([...reasons], { title: "VerdictReason", description: "Why this verdict, as a code." }),
    description: Type.Optional(Type.String({ description: `The reason in words. ${onRequest("statements")}` })),
    condition: Type.Optional(
      Type.String({ description: "Key of the condition that keeps it from applying; absent if it applies." }),
    ),
    decision: Type.Optional(decisionBody),
    evidence,
  }),
);

const itemResult = named(
  "ItemResult",
  Type.Object(
    {
      score: Type.Number({ minimum: 0, maximum: 100, description: "The machine's, whatever people decide." }),
      decidedScore: nullable(
        Type.Number({
          ...{ minimum: 0, maximum: 100 },
          description:
            "With the decisions of people in effect. null where the item counts in no mean: it does not apply, or its risk is accepted.",
        }),
      ),
      explanation: Type.Object({
        strength: text,
        gaps: Type.Array(Type.Object({ topic: text, description: text, pageRefs })),
        explanation: text,
        pageRefs,
        riskIdentification: Type.Object({ riskDescription: titled }),
        compensationControls: titled,
      }),
      recommendations: Type.Array(
        Type.Object({
          gapIdentified: text,
          actionableRecommendation: text,
          suggestedTextLocation: text,
          suggestedTextToBeAdded: text,
        }),
      ),
      criteria: Type.Array(criterion, { description: "The criteria behind the score." }),
      conditions: Type.Array(Type.Integer(), {
        description:
          "The conditions under which the item and its criteria apply: their indexes in the result's conditions.",
      }),
    },
    { description: "null while pending and for a failed item." },
  ),
);

export const itemBody = named(
  "ComplianceItem",
  Type.Object({
    id: id(),
    controlItemId: id(),
    controlItemName: text,
    controlClusterId: id(),
    controlId: id(),
    controlClusterName: text,
    controlItemObjective: text,
    controlItemExternalId: text,
    controlItemRevision: Type.Integer({ description: "Revision of the catalogue's text that was judged." }),
    status: named("ItemStatus", Type.Enum(["pending", "completed", "failed"])),
    failureReason: reason("Why the item failed, as a sentence for people."),
    judgedAt: nullable(dateTime()),
    complianceLevel: levelOrNull(
      "Level of the score: compliant from 80, partially_compliant from 40; not_applicable if no criterion applies. null without a score.",
    ),
    decidedComplianceLevel: levelOrNull("The level with the decisions of people in effect. An accepted risk keeps it."),
    decision: Type.Optional(decisionBody),
    confidence: confidence(
      "The probability that this level is right, from the probabilities of its criteria's verdicts. null without a result, too.",
    ),
    needsReview: needsReview(
      "The confidence is below the operator's threshold, or unknown: check the level. false without a result.",
    ),
    units: Type.Array(Type.Object({ name: text, value: text }), { description: "Figures behind the score." }),
    result: nullable(itemResult),
  }),
);
