import { type EventData, type EventType, eventTypes } from "../events/event.ts";
import { capitalize } from "./openapi-schemas.ts";

type IdName = Exclude<keyof EventData, "companyId" | "status">;

interface DescribedEvent {
  summary: string;
  /** Members of `data` beside `companyId`. */
  ids?: IdName[];
  optionalIds?: IdName[];
  /** Values of `data.status`; empty: any text. */
  statuses?: string[];
}

const ofDocument: DescribedEvent["ids"] = ["complianceReviewId", "documentId"];
const ofFinding: DescribedEvent["ids"] = [...ofDocument, "itemId", "decisionId"];

const events: Record<EventType, DescribedEvent> = {
  "document.submitted": {
    summary: "A document was submitted, in one request or by its last chunk",
    ...{ ids: ofDocument, statuses: ["queued"] },
  },
  "document.completed": { summary: "A document's result is ready", ids: ofDocument, statuses: ["completed"] },
  "document.failed": {
    summary: "A document could not be read or analysed; its result states the reason",
    ...{ ids: ofDocument, statuses: ["failed"] },
  },
  "document.superseded": {
    summary: "A newer version of the document was judged and counts in its place",
    ids: [...ofDocument, "supersededBy"],
  },
  "document.expiring": { summary: "A document's validUntil is at most 30 days away, or has passed", ids: ofDocument },
  "document.review_due": { summary: "A document's reviewBy has passed", ids: ofDocument },
  "upload.completed": {
    summary: "All files of a chunked upload have arrived",
    ...{ ids: ["complianceReviewId", "sessionId"], statuses: ["completed"] },
  },
  "upload.expired": {
    summary: "A chunked upload was not completed in time",
    ...{ ids: ["sessionId"], statuses: ["expired"] },
  },
  "review.created": { summary: "A submission created a compliance review", ids: ["complianceReviewId"] },
  "review.completed": {
    summary: "Every document of the review that counts has ended, and one is judged",
    ids: ["complianceReviewId"],
  },
  "review.score_fell": {
    summary: "A document was judged, and the review's score is lower than before",
    ids: ofDocument,
  },
  "review.signed_off": { summary: "A review was signed off and is locked", ids: ["complianceReviewId", "signOffId"] },
  "review.reopened": { summary: "A signed-off review was reopened", ids: ["complianceReviewId", "signOffId"] },
  "gap.assigned": { summary: "A gap has a new owner", ids: ["complianceReviewId", "gapId", "accountId"], statuses: [] },
  "gap.mentioned": {
    summary: "A comment on a gap mentions a person",
    ids: ["complianceReviewId", "gapId", "accountId"],
  },
  "gap.due": {
    summary: "An unresolved gap is due within 7 days",
    ...{ ids: ["complianceReviewId", "gapId"], optionalIds: ["accountId"] },
  },
  "gap.overdue": {
    summary: "An unresolved gap was due",
    ...{ ids: ["complianceReviewId", "gapId"], optionalIds: ["accountId"] },
  },
  "gap.closed": {
    summary: "A newer version meets the criterion, a person decided about it, or no document counts any more",
    ...{ ids: ["complianceReviewId", "gapId"], optionalIds: ["documentId"], statuses: [] },
  },
  "gap.reopened": {
    summary: "A later version falls short again, or what closed the gap counts no more",
    ...{ ids: ["complianceReviewId", "gapId"], optionalIds: ["documentId"], statuses: [] },
  },
  "finding.decided": {
    summary: "A person decided about a finding or withdrew that, or a decision was carried over to a new version",
    ...{ ids: ofFinding, statuses: ["confirm", "override", "not_applicable", "accept_risk", "withdrawn"] },
  },
  "finding.reopened": {
    summary: "An accepted risk has expired, or a new version changed what a decision rested on",
    ...{ ids: ofFinding, statuses: ["expired", "look_again"] },
  },
  "webhook.test": { summary: "You requested a test; sent whatever the subscription" },
};

const pascal = (type: string) => type.split(/[._]/).map(capitalize).join("");
const exampleId = (index: number) => `01KAZ5V1X2Y3Z4A5B6C7D8E9${String(index).padStart(2, "0")}`;

/** Header parameters of a delivery, signed as in Standard Webhooks. */
const parameters = [
  ["webhook-id", "The event's id; the same on every retry and replay.", exampleId(0)],
  ["webhook-timestamp", "Seconds since 1970, signed with the body.", "1772366400"],
  [
    "webhook-signature",
    "One or more signatures, separated by spaces.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ],
].map(([name, description, example]) => ({
  ...{ name, in: "header", required: true, description, schema: { type: "string" }, example },
}));

/** The schema of an event's body. */
function eventSchema(type: EventType): object {
  const { ids = [], optionalIds = [], statuses } = events[type];
  const data = ["companyId", ...ids];
  return {
    type: "object",
    description: `${events[type].summary}.`,
    required: ["type", "timestamp", "data"],
    properties: {
      type: { type: "string", const: type },
      timestamp: { type: "string", format: "date-time", description: "When the event occurred." },
      data: {
        type: "object",
        required: [...data, ...(statuses ? ["status"] : [])],
        properties: {
          ...Object.fromEntries(
            [...data, ...optionalIds].map((name) => [name, { type: "string", description: "A ULID." }]),
          ),
          ...(statuses && { status: { type: "string", ...(statuses.length > 0 && { enum: statuses }) } }),
        },
      },
    },
  };
}

function exampleOf(type: EventType): object {
  const { ids = [], statuses } = events[type];
  const data = Object.fromEntries(["companyId", ...ids].map((name, index) => [name, exampleId(index + 1)]));
  return {
    type,
    timestamp: "2026-03-01T12:00:00.000Z",
    data: { ...data, ...(statuses && { status: statuses[0] ?? "met" }) },
  };
}

/** The name of the schema of an event's body, such as DocumentCompletedEvent. */
const eventSchemaName = (type: EventType): string => `${pascal(type)}Event`;

/** The section `webhooks` of the description, with the schemas that it names. */
export function describeEvents(): { webhooks: Record<string, object>; schemas: Record<string, object> } {
  const schemas = Object.fromEntries(eventTypes.map((type) => [eventSchemaName(type), eventSchema(type)]));
  const webhooks = eventTypes.map((type) => {
    const name = eventSchemaName(type);
    const content = {
      "application/json": { schema: { $ref: `#/components/schemas/${name}` }, example: exampleOf(type) },
    };
    const post = {
      ...{ operationId: `receive${name}`, tags: ["Webhooks"], summary: events[type].summary },
      description: "Sent to the registered address. Verify the signature, answer at once and do the work afterwards.",
      ...{ parameters, requestBody: { required: true, content }, security: [] },
      responses: {
        "204": { description: "Received. Any other 2xx within 15 seconds is a success, too." },
        "410": { description: "Switches the webhook off. Anything else is a failure and is retried." },
      },
    };
    return [type, { post }];
  });
  return { webhooks: Object.fromEntries(webhooks), schemas };
}
