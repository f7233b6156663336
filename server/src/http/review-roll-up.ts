import type { FastifyReply } from "fastify";
import { type Static, Type } from "typebox";
import type { ItemChange, RolledItem, RollUp } from "../reviews/review-roll-up.ts";
import { LongList } from "./long-lists.ts";
import { id, levelOrNull, nullable } from "./wire.ts";

const scoreOrNull = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 100, description }));
const itemNames = {
  controlItemId: id(),
  controlItemName: Type.String(),
  controlItemExternalId: Type.String(),
  controlClusterId: id(),
};
const count = () => Type.Integer({ minimum: 0 });
const itemBody = Type.Object({
  ...itemNames,
  score: scoreOrNull("The best of all documents; null when never judged."),
  complianceLevel: levelOrNull("By that score."),
  documentId: nullable(id("The document that speaks best for the item, the newest of equal ones.")),
  complianceItemId: nullable(id("That finding: the id of one of complianceItems in the document's result.")),
  pageRefs: Type.Array(
    Type.Object({ documentId: id(), pages: Type.Array(Type.String()), documentName: Type.String() }),
  ),
});
const missingBody = Type.Object({
  ...itemNames,
  reason: Type.Enum(["non_compliant", "not_judged"]),
  score: scoreOrNull("null when never judged."),
});

const changedBody = Type.Object({
  controlItemId: id(),
  score: Type.Number(),
  previousScore: Type.Number(),
  scoreChange: Type.Number(),
  newGaps: Type.Array(Type.String()),
  closedGaps: Type.Array(Type.String()),
});

export const rollUpBody = Type.Object(
  {
    documentCounts: Type.Object({ queued: count(), processing: count(), completed: count(), failed: count() }),
    score: scoreOrNull("The mean of the best scores of all items that were judged; null while none was."),
    complianceLevel: levelOrNull("By that score."),
    itemCount: count(),
    judgedItemCount: count(),
    clusters: Type.Array(
      Type.Object({
        controlClusterId: id(),
        controlClusterName: Type.String(),
        itemCount: count(),
        compliant: count(),
        partiallyCompliant: count(),
        nonCompliant: count(),
        notJudged: count(),
        score: scoreOrNull("The mean over what was judged."),
      }),
      { description: "Coverage of each cluster." },
    ),
    items: Type.Array(itemBody, { description: "The best evidence for each item." }),
    missing: Type.Array(missingBody, { description: "What no document of the review has yet." }),
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
            "What the newest completed document changed against the one before it, of the items both were judged by; null until there are two.",
        },
      ),
    ),
  },
  { description: "What all documents of the review say together." },
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
    documentId: rolled.evidence?.documentId ?? null,
    complianceItemId: rolled.evidence?.documentItemId ?? null,
    pageRefs: rolled.evidence?.pageRefs ?? [],
  };
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

/** The lists that `toRollUpBody` leaves empty, in the order in which they stand in the answer. */
export async function writeRollUpLists(
  reply: FastifyReply,
  { items, missing, change }: RollUp,
): Promise<[member: string, list: LongList][]> {
  const writer = (schema: object): ((body: Record<string, unknown>) => string) =>
    reply.compileSerializationSchema(schema as Record<string, unknown>);
  const [writeItem, writeMissing, writeChanged] = [writer(itemBody), writer(missingBody), writer(changedBody)];
  const lists: [string, LongList][] = [
    ["items", await LongList.from(items, (one) => writeItem(toItemBody(one)))],
    ["missing", await LongList.from(missing, (one) => writeMissing(toMissingBody(one)))],
  ];
  if (change !== undefined) {
    lists.push(["items", await LongList.from(change.items, (one) => writeChanged(toChangedBody(one)))]);
  }
  return lists;
}

/** All but what `writeRollUpLists` writes. */
export function toRollUpBody(rollUp: RollUp): Static<typeof rollUpBody> {
  const { documentCounts, score, level, items, clusters, change } = rollUp;
  return {
    documentCounts,
    score: score ?? null,
    complianceLevel: level ?? null,
    itemCount: items.length,
    judgedItemCount: items.filter(({ evidence }) => evidence !== undefined).length,
    clusters: clusters.map(({ cluster, counts, score }) => ({
      controlClusterId: cluster.id,
      controlClusterName: cluster.name,
      itemCount: Object.values(counts).reduce((sum, one) => sum + one, 0),
      compliant: counts.compliant,
      partiallyCompliant: counts.partially_compliant,
      nonCompliant: counts.non_compliant,
      notJudged: counts.notJudged,
      score: score ?? null,
    })),
    items: [],
    missing: [],
    change: change === undefined ? null : { ...change, items: [] },
  };
}
