import { type Static, Type } from "typebox";
import { verdicts } from "../analysis/findings/findings.ts";
import { mentionsIn } from "../gaps/comment-on-gap.ts";
import {
  closedReasons,
  entryKinds,
  gapSeverities,
  gapStatuses,
  givenStatuses,
  type NamedGap,
  type NamedGapEntry,
} from "../gaps/gap.ts";
import { timeOf } from "../platform/ids.ts";
import { dateTime, id, nullable, toIsoOrNull } from "./wire.ts";

const statusField = Type.Enum([...gapStatuses], {
  description:
    "open and in_progress are set by people. fixed: a newer version meets the criterion, or a person says so. accepted: a decision accepts the risk.",
});
const severityField = Type.Enum([...gapSeverities], {
  description: "From the criterion's level, weight and verdict, unless a person gave another one.",
});
const date = (description: string) => nullable(Type.String({ format: "date", description }));

export const gapBody = Type.Object({
  gapId: id(),
  complianceReviewId: id(),
  reviewName: Type.String(),
  businessEntityId: id(),
  businessEntityName: Type.String(),
  controlId: id(),
  controlCode: Type.String(),
  controlItemId: id(),
  controlItemExternalId: Type.String(),
  controlItemName: Type.String(),
  criterionKey: Type.String(),
  statement: Type.String({ description: "The criterion that is not met." }),
  verdict: Type.Enum([...verdicts], { description: "With the decision of a person about the criterion." }),
  level: Type.Enum(["must", "should"]),
  documentId: id("The document whose finding counts now."),
  itemId: id("The entry of complianceItems with the finding."),
  fileName: Type.String(),
  subject: nullable(Type.String()),
  status: statusField,
  severity: severityField,
  isSeverityGiven: Type.Boolean({ description: "Whether a person gave the severity." }),
  owner: Type.Unsafe<{ accountId: string; name: string } | null>({
    type: ["object", "null"],
    properties: { accountId: { type: "string" }, name: { type: "string" } },
    required: ["accountId", "name"],
    description: "The person who takes care of it.",
  }),
  dueOn: date("By when it is to be fixed."),
  createdAt: dateTime("When the register found it."),
  changedAt: dateTime("The last change of status, owner, date or severity."),
  closedAt: nullable(dateTime()),
  closedReason: Type.Unsafe<NamedGap["closedReason"] | null>({
    type: ["string", "null"],
    enum: [...closedReasons, null],
    description:
      "met: a version meets the criterion. not_applicable: the criterion does not apply any more. decided: a person decided about the finding. not_counted: no document counts any more. person: somebody set the status.",
  }),
  closedBy: Type.Unsafe<{ documentId: string; fileName: string } | null>({
    type: ["object", "null"],
    properties: { documentId: { type: "string" }, fileName: { type: "string" } },
    required: ["documentId", "fileName"],
    description: "The document that met the criterion.",
  }),
  commentCount: Type.Integer(),
  issueLink: nullable(Type.String({ description: "Opens a new issue in your tracker; null without a setting." })),
});

export function toGapBody(gap: NamedGap, issueLink: string | undefined): Static<typeof gapBody> {
  const { ownerAccountId, ownerName, closedByDocumentId, closedByFileName } = gap;
  const { id: gapId, reviewId, reviewName, businessEntityId, businessEntityName, controlId, controlCode } = gap;
  const { controlItemId, externalId, itemName, criterionKey, statement, verdict, level } = gap;
  const { documentId, itemId, fileName, subject, status, severity, isSeverityGiven, commentCount } = gap;
  return {
    ...{
      gapId,
      complianceReviewId: reviewId,
      reviewName,
      businessEntityId,
      businessEntityName,
      controlId,
      controlCode,
    },
    ...{ controlItemId, controlItemExternalId: externalId, controlItemName: itemName, criterionKey, statement },
    ...{ verdict, level, documentId, itemId, fileName, subject: subject ?? null },
    ...{ status, severity, isSeverityGiven, commentCount },
    owner:
      ownerAccountId === undefined || ownerName === undefined ? null : { accountId: ownerAccountId, name: ownerName },
    dueOn: gap.dueOn ?? null,
    ...{ createdAt: timeOf(gapId).toISOString(), changedAt: gap.changedAt.toISOString() },
    ...{ closedAt: toIsoOrNull(gap.closedAt), closedReason: gap.closedReason ?? null },
    closedBy:
      closedByDocumentId === undefined || closedByFileName === undefined
        ? null
        : { documentId: closedByDocumentId, fileName: closedByFileName },
    issueLink: issueLink ?? null,
  };
}

export const entryBody = Type.Object({
  entryId: id(),
  kind: Type.Enum([...entryKinds], {
    description:
      "comment and changed: by a person or a key. closed, reopened, accepted: by the service, because of a finding or a decision.",
  }),
  author: Type.Unsafe<{ accountId: string | null; name: string } | null>({
    type: ["object", "null"],
    properties: { accountId: { type: ["string", "null"] }, name: { type: "string" } },
    required: ["accountId", "name"],
    description: "null for the service, and for a person whose account is erased.",
  }),
  text: nullable(Type.String({ description: "Of a comment. @ and the id of an account mention a person." })),
  mentions: Type.Array(Type.Object({ accountId: id(), name: Type.String() }), {
    description: "The mentioned people that the company still has.",
  }),
  documentId: nullable(id("The document that met the criterion, or falls short again.")),
  fileName: nullable(Type.String()),
  changes: Type.Unsafe<NonNullable<NamedGapEntry["changes"]> | null>({
    type: ["object", "null"],
    properties: {
      status: { type: "string", enum: [...givenStatuses] },
      severity: { type: ["string", "null"], enum: [...gapSeverities, null] },
      ownerId: { type: ["string", "null"] },
      dueOn: { type: ["string", "null"] },
    },
    description: "What was changed, with the new values.",
  }),
  createdAt: dateTime(),
});

export function toEntryBody(
  { id: entryId, kind, accountId, authorName, text, documentId, fileName, changes, createdAt }: NamedGapEntry,
  people: Map<string, string>,
): Static<typeof entryBody> {
  const mentioned = mentionsIn(text ?? "").flatMap((one) => {
    const name = people.get(one);
    return name === undefined ? [] : [{ accountId: one, name }];
  });
  return {
    ...{ entryId, kind, text: text ?? null, mentions: mentioned },
    author: authorName === undefined ? null : { accountId: accountId ?? null, name: authorName },
    ...{ documentId: documentId ?? null, fileName: fileName ?? null, changes: changes ?? null },
    createdAt: createdAt.toISOString(),
  };
}
