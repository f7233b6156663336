import type { FastifyReply } from "fastify";
import { type Static, Type } from "typebox";
import { levelOf } from "../analysis/findings/findings.ts";
import type { Change, ItemChange, RolledItem, RollUp, Subject } from "../reviews/review-roll-up.ts";
import { LongJsonArray } from "./long-json-arrays.ts";
import { id, levelOrNull, named, nullable } from "./wire.ts";

const scoreOrNull = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 100, description }));
const itemNames = {
  controlItemId: id(),
  controlItemName: Type.String(),
  controlItemExternalId: Type.String(),
  controlClusterId: id(),
};
const count = () => Type.Integer({ minimum: 0 });
const itemBody = named(
  "RollUpItem",
  Type.Object({
    ...itemNames,
    score: scoreOrNull(
      "Best score in the documents of a subject, of several subjects the lowest; null when never judged.",
    ),
    complianceLevel: levelOrNull("Level of that score."),
    decidedScore: scoreOrNull(
      "As score, with the decisions of people; null where it counts in no mean: it does not apply, or its risk is accepted.",
    ),
    decidedComplianceLevel: levelOrNull("Level with the decisions of people."),
    decisionCount: Type.Integer({ description: "Decisions about that entry and its criteria that have not ended." }),
    lookAgainCount: Type.Integer({ description: "Those of them that ask to be looked at again." }),
    isDecided: Type.Boolean({
      description: "Whether a decision about that entry itself, not only about its criteria, is in effect.",
    }),
    confidence: nullable(
      Type.Number({
        ...{ minimum: 0, maximum: 1, examples: [0.93] },
        description: "The probability that this level is right; null if unknown or never judged.",
      }),
    ),
    needsReview: Type.Boolean({
      description: "The confidence is below the operator's threshold, or unknown. false when never judged.",
      examples: [false],
    }),
    documentId: nullable(id("The document with that score, the newest of equals.")),
    complianceItemId: nullable(id("Id of the entry of complianceItems in that document's result.")),
    pageRefs: Type.Array(
      Type.Object({ documentId: id(), pages: Type.Array(Type.String()), documentName: Type.String() }),
    ),
  }),
);
const missingBody = named(
  "MissingItem",
  Type.Object({
    ...itemNames,
    reason: Type.Enum(["non_compliant", "not_judged"]),
    score: scoreOrNull("null when never judged."),
  }),
);

const changedBody = named(
  "ChangedItem",
  Type.Object({
    controlItemId: id(),
    score: Type.Number(),
    previousScore: Type.Number(),
    scoreChange: Type.Number(),
    newGaps: Type.Array(Type.String()),
    closedGaps: Type.Array(Type.String()),
  }),
);

const subjectNames = {
  subject: nullable(Type.String({ description: "As submitted." })),
  documentId: id("The newest of its documents."),
  fileName: Type.String({ description: "That document's name." }),
  score: scoreOrNull("Mean of the best scores of its judged items."),
};
const subjectBody = named(
  "SubjectRollUp",
  Type.Object({
    ...subjectNames,
    complianceLevel: levelOrNull("Level of that score."),
    documentCount: count(),
    judgedItemCount: count(),
  }),
);

export const rollUpBody = named(
  "RollUp",
  Type.Object(
    {
      documentCounts: Type.Object({ queued: count(), processing: count(), completed: count(), failed: count() }),
      score: scoreOrNull("Mean of the subjects' scores; null while nothing is judged."),
      complianceLevel: levelOrNull("Level of that score."),
      decidedScore: scoreOrNull("The score with the decisions of people; null where no item counts."),
      decidedComplianceLevel: levelOrNull("Level of decidedScore."),
      decisions: Type.Object(
        { itemCount: count(), toLookAtAgain: count() },
        { description: "How many of these items people decided about, and how many ask them to look again." },
      ),
      worstSubject: nullable(
        Type.Object(subjectNames, { description: "The subject with the lowest score; null unless two have scores." }),
      ),
      subjects: Type.Array(subjectBody, {
        description:
          "What is judged for itself: the documents of each subject, or all documents where they count together. Lowest score first.",
      }),
      itemCount: count(),
      judgedItemCount: count(),
      needsReview: Type.Object(
        {
          below: Type.Number({ description: "The operator's threshold, 0 to 1." }),
          itemCount: count(),
          criterionCount: count(),
        },
        {
          description: "How many of these items' levels, and of their criteria's verdicts, need review.",
          examples: [{ below: 0.75, itemCount: 3, criterionCount: 11 }],
        },
      ),
      clusters: Type.Array(
        Type.Object({
          controlClusterId: id(),
          controlClusterName: Type.String(),
          itemCount: count(),
          compliant: count(),
          partiallyCompliant: count(),
          nonCompliant: count(),
          notApplicable: count(),
          notJudged: count(),
          needsReview: count(),
          score: scoreOrNull("Mean of the judged items, over all subjects."),
        }),
        { description: "Coverage by cluster." },
      ),
      items: Type.Array(itemBody, {
        description: "The best evidence for each item; of several subjects, that of the subject with the lowest score.",
      }),
      missing: Type.Array(missingBody, { description: "Items that the documents of a subject do not meet yet." }),
      change: nullable(
        Type.Object(
          {
            documentId: id(),
            previousDocumentId: id(),
            improved: count(),
            worsened: count(),
            unchanged: count(),
            items: Type.Array(changedBody),
          },
          {
            description:
              "Changes from the version before to the newest new version of a document, for the items judged in both; null while no document has a second version.",
          },
        ),
      ),
    },
    { description: "Combined results of all documents of the review." },
  ),
);

function toNames({ item }: RolledItem) {
  return {
    controlItemId: item.id,
    controlItemName: item.name,
    controlItemExternalId: item.externalId,
    controlClusterId: item.clusterId,
  };
}

function toItemBody(rolled: RolledItem): Static<typeof itemBody> {
  return {
    ...toNames(rolled),
    score: rolled.evidence?.score ?? null,
    complianceLevel: rolled.evidence?.level ?? null,
    ...toDecidedBody(rolled),
    decisionCount: rolled.evidence?.decisions?.count ?? 0,
    lookAgainCount: rolled.evidence?.decisions?.toLookAtAgain ?? 0,
    isDecided: rolled.evidence?.decisions?.isDecided ?? false,
    confidence: rolled.evidence?.confidence ?? null,
    needsReview: rolled.evidence?.needsReview ?? false,
    documentId: rolled.evidence?.documentId ?? null,
    complianceItemId: rolled.evidence?.documentItemId ?? null,
    pageRefs: rolled.evidence?.pageRefs ?? [],
  };
}

/** Without decisions in effect, the machine's score and level are the decided ones. */
function toDecidedBody({ evidence }: RolledItem) {
  const machine = evidence && {
    score: evidence.level === "not_applicable" ? undefined : evidence.score,
    level: evidence.level,
  };
  const decided = evidence?.decided ?? machine;
  return { decidedScore: decided?.score ?? null, decidedComplianceLevel: decided?.level ?? null };
}

function toMissingBody(rolled: RolledItem): Static<typeof missingBody> {
  return {
    ...toNames(rolled),
    reason: rolled.evidence === undefined ? "not_judged" : "non_compliant",
    score: rolled.evidence?.score ?? null,
  };
}

function toChangedBody(one: ItemChange): Static<typeof changedBody> {
  return { ...one, scoreChange: Math.round(10 * (one.score - one.previousScore)) / 10 };
}

/** The arrays that `toRollUpBody` leaves empty, in the order of the response. */
export async function writeRollUpArrays(
  reply: FastifyReply,
  { subjects, items, missing, change }: RollUp,
): Promise<[member: string, list: LongJsonArray][]> {
  const writer = (schema: object): ((body: Record<string, unknown>) => string) =>
    reply.compileSerializationSchema(schema as Record<string, unknown>);
  const [writeItem, writeMissing, writeChanged] = [writer(itemBody), writer(missingBody), writer(changedBody)];
  const writeSubject = writer(subjectBody);
  const lists: [string, LongJsonArray][] = [
    ["subjects", await LongJsonArray.from(subjects, (one) => writeSubject(toSubjectBody(one)))],
    ["items", await LongJsonArray.from(items, (one) => writeItem(toItemBody(one)))],
    ["missing", await LongJsonArray.from(missing, (one) => writeMissing(toMissingBody(one)))],
  ];
  if (change !== undefined) {
    lists.push(["items", await LongJsonArray.from(change.items, (one) => writeChanged(toChangedBody(one)))]);
  }
  return lists;
}

function toSubjectNames({ name, documentId, fileName, score }: Subject) {
  return { subject: name ?? null, documentId, fileName, score: score ?? null };
}

function toSubjectBody(subject: Subject): Static<typeof subjectBody> {
  const { score, documentCount, judgedItemCount } = subject;
  return {
    ...toSubjectNames(subject),
    complianceLevel: score === undefined ? null : levelOf(score),
    ...{ documentCount, judgedItemCount },
  };
}

function toChangeBody({ documentId, previousDocumentId, improved, worsened, unchanged }: Change) {
  return { documentId, previousDocumentId, improved, worsened, unchanged, items: [] };
}

/** Everything except the arrays of `writeRollUpArrays`. */
export function toRollUpBody(rollUp: RollUp): Static<typeof rollUpBody> {
  const { documentCounts, score, level, decided = { score, level }, worst, review, items, clusters, change } = rollUp;
  return {
    documentCounts,
    score: score ?? null,
    complianceLevel: level ?? null,
    decidedScore: decided.score ?? null,
    decidedComplianceLevel: decided.level ?? null,
    decisions: rollUp.decisions ?? { itemCount: 0, toLookAtAgain: 0 },
    worstSubject: worst === undefined ? null : toSubjectNames(worst),
    subjects: [],
    itemCount: items.length,
    judgedItemCount: items.filter(({ evidence }) => evidence !== undefined).length,
    needsReview: review,
    clusters: clusters.map(({ cluster, counts, itemsToReview, score }) => ({
      controlClusterId: cluster.id,
      controlClusterName: cluster.name,
      itemCount: Object.values(counts).reduce((sum, one) => sum + one, 0),
      compliant: counts.compliant,
      partiallyCompliant: counts.partially_compliant,
      nonCompliant: counts.non_compliant,
      notApplicable: counts.not_applicable,
      notJudged: counts.notJudged,
      needsReview: itemsToReview,
      score: score ?? null,
    })),
    items: [],
    missing: [],
    change: change === undefined ? null : toChangeBody(change),
  };
}
