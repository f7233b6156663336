import assert from "node:assert/strict";
import type { Clock } from "../../platform/clock.ts";
import { createJobHandlers } from "../../worker/job-handlers.ts";
import {
  type ACompany,
  type ATarget,
  aCompany,
  aDelivery,
  aFailedDocument,
  anUpload,
  aPerson,
  aReview,
  aSession,
  aTarget,
  aWebhook,
  submit,
} from "../builders.ts";
import { anOscalCatalog } from "../oscal-catalog.ts";
import { docxBytes, wordParagraph } from "../sample-office.ts";
import { linesPdf } from "../sample-pdfs.ts";
import { aFrameworkOf } from "../seeded-review.ts";
import { adminToken, type TestServer } from "../test-server.ts";
import { workerDeps } from "../test-worker.ts";
import { type FuzzedPeople, fuzzedPeople } from "./fuzzed-people.ts";

/** Objects of every kind for requests, and credentials of every tier. */
export interface FuzzWorld {
  company: ACompany;
  companyCookie: string;
  adminCookie: string;
  /** Known ids by parameter name. Ids from responses are added, so that requests build on each other. */
  ids: Record<string, string[]>;
  /** Ids that belong together in a path: a session or a document, and one of its files. */
  uploads: [sessionId: string, fileId: string][];
  files: [documentId: string, fileId: string][];
  questions: [documentId: string, controlItemId: string, questionKey: string][];
  items: [documentId: string, itemId: string][];
  frameworks: object[];
  people: FuzzedPeople;
  linkTokens: string[];
}

/** Changes to partners, keys and the catalogue must not lock out later requests. */
export async function aFuzzWorld(server: TestServer, clock: Clock): Promise<FuzzWorld> {
  const company = await aCompany(server);
  const spare = await aCompany(server);
  const stranger = await aCompany(server);
  const target = await aTarget(server, company.key, "DPA");
  const spareTarget = await aTarget(server, company.key, "NDA");
  const review = await aReview(server, company, target);
  const strangersReview = await aReview(server, stranger, target);
  const uploads = await Promise.all(
    Array.from({ length: 4 }, () => anUpload(server, company, [{ fileName: "a.txt", fileSize: 5 }])),
  );
  const content = Buffer.from(await linesPdf(["Personal data is encrypted.", "The processor acts on instructions."]));
  const documentId = await anAnalysedDocument(server, company, review.id, { name: "a.pdf", content });
  const later = await submit(server, company, { complianceReviewId: review.id }, [{ name: "b.txt", content: "b" }]);
  const failedId = await aFailedDocument(server, company);
  const ownFailedId = await aFailedDocument(server, company);
  const result = await server.call(`/v1/documents/${documentId}/result`, { key: company.key });
  const items = (result.body.complianceItems as { id: string }[]).map(({ id }): [string, string] => [documentId, id]);
  const decided = await server.call(`/v1/documents/${documentId}/items/${items[0]?.[1]}/decision`, {
    ...{ method: "PUT", key: company.key, body: { decision: "confirm", reason: "Read." } },
  });
  assert.equal(decided.status, 200, decided.text);
  const linked = await server.call(`/v1/compliance-reviews/${review.id}/links`, {
    ...{ key: company.key, body: { label: "Auditor" } },
  });
  assert.equal(linked.status, 201, linked.text);
  await aWebhook(server, company);
  const delivery = await aDelivery(server, company);
  const { body: register } = await server.call("/v1/gaps", { key: company.key });
  const [{ gapId }] = register.gaps;
  const person = await aPerson(server, { key: company.key, role: "company_reader" });
  const keys = [
    ...(await keysOf(server, `partners/${spare.partner.partnerId}`)),
    ...(await keysOf(server, `companies/${spare.companyId}`)),
  ];
  // Once an organisation has an owner, its keys may do less.
  const people = await fuzzedPeople(server, clock, await aCompany(server));
  const settled = await aSettledReview(server, company, target);
  return {
    company,
    companyCookie: await aSession(server, company.key),
    adminCookie: await aSession(server, adminToken),
    ...{ people, linkTokens: [linked.body.token] },
    frameworks: [aFrameworkOf(server.nextId, 4, 2), aSmallOscalCatalog()],
    uploads: uploads.map(({ sessionId, files }) => [sessionId, files[0]?.fileId ?? ""]),
    files: [[documentId, result.body.files[0].fileId]],
    questions: await questionsOf(server, company),
    items,
    ids: {
      cursor: [],
      partnerId: [spare.partner.partnerId],
      companyId: [company.companyId, company.companyId, stranger.companyId],
      businessEntityId: [company.businessEntityId, company.businessEntityId, stranger.businessEntityId],
      reviewId: [review.id, review.id, strangersReview.id],
      complianceReviewId: [review.id, review.id, strangersReview.id],
      controlId: [target.controlId],
      complianceFrameworkId: [target.frameworkId],
      frameworkIds: [target.frameworkId],
      documentId: [documentId, documentId, failedId],
      failedDocumentId: [failedId],
      laterDocumentId: [later.body.documentId],
      supersedes: [documentId],
      ownFailedDocumentId: [ownFailedId],
      sessionId: uploads.map(({ sessionId }) => sessionId),
      deliveryId: [delivery.id],
      decisionId: [decided.body.decisionId],
      gapId: [gapId],
      ownerId: [person.accountId],
      linkId: [linked.body.linkId],
      settledReviewId: [settled.id],
      wordDocumentId: [settled.documentId],
      recommendations: settled.recommendations,
      gaps: register.gaps.map((gap: { gapId: string }) => gap.gapId),
      accountId: [people.guardedAccountId],
      ofMember: people.membershipIds,
      invitationId: people.invitationIds,
      ownSessionId: people.ownSessionIds,
      keyId: keys,
      // Not the caller's, which must keep working.
      ownKeyId: await Promise.all(
        Array.from(
          { length: 4 },
          async () => (await server.call("/v1/keys", { key: company.key, body: {} })).body.keyId,
        ),
      ),
      clusterId: spareTarget.clusters.map(({ id }) => id),
      controlItemId: spareTarget.itemIds,
      itemId: spareTarget.itemIds,
      selectedControlItemIds: target.itemIds.slice(0, 3),
      selectedControlClusterIds: target.clusters.map(({ id }) => id),
    },
  };
}

async function anAnalysedDocument(
  server: TestServer,
  company: ACompany,
  reviewId: string,
  file: { name: string; content: Buffer },
): Promise<string> {
  const { status, body, text } = await submit(server, company, { complianceReviewId: reviewId }, [file]);
  assert.equal(status, 202, text);
  const { deps } = workerDeps(server);
  const job = { companyId: company.companyId, documentId: body.documentId };
  await createJobHandlers(deps)["analyse-document"]?.(job, new AbortController().signal);
  await deps.children.close();
  return body.documentId;
}

interface SettledReview {
  id: string;
  documentId: string;
  recommendations: string[];
}

/** Signed off, with one Word document that is judged. */
async function aSettledReview(server: TestServer, company: ACompany, target: ATarget): Promise<SettledReview> {
  const { id } = await aReview(server, company, target);
  const body = wordParagraph("Personal data is encrypted.");
  const documentId = await anAnalysedDocument(server, company, id, { name: "a.docx", content: docxBytes({ body }) });
  const listed = await server.call(`/v1/documents/${documentId}/recommendations`, { key: company.key });
  assert.ok(listed.body.recommendations.length > 0);
  const signed = await server.call(`/v1/compliance-reviews/${id}/sign-off`, {
    ...{ method: "PUT", key: company.key, body: {} },
  });
  assert.equal(signed.status, 200, signed.text);
  return { id, documentId, recommendations: listed.body.recommendations.map(({ id }: { id: string }) => id) };
}

/** A privacy notice has questions to its owner. */
async function questionsOf(server: TestServer, company: ACompany): Promise<FuzzWorld["questions"]> {
  const { businessEntityId, key } = company;
  const { controlId } = await aTarget(server, key, "PRN");
  const { status, body, text } = await submit(server, company, { businessEntityId, controlId });
  assert.equal(status, 202, text);
  const result = await server.call(`/v1/documents/${body.documentId}/result`, { key });
  const questions = result.body.questions as { controlItemId: string; key: string }[];
  assert.ok(questions.length > 0);
  return questions.map((question) => [body.documentId, question.controlItemId, question.key]);
}

/** Small, because it is loaded dozens of times. */
function aSmallOscalCatalog(): object {
  const { catalog } = anOscalCatalog();
  const groups = catalog.groups.slice(0, 2).map((group) => ({ ...group, controls: group.controls.slice(0, 2) }));
  return { catalog: { ...catalog, groups } };
}

async function keysOf(server: TestServer, owner: string): Promise<string[]> {
  const { body } = await server.call(`/v1/admin/${owner}/keys`, { admin: true });
  const [keys] = Object.values(body as Record<string, { id?: string; keyId?: string }[]>);
  return (keys ?? []).map(({ id, keyId }) => id ?? keyId ?? "");
}

const mostIdsOfAKind = 12;

/** Adds the ids of a response, so that later requests use what the fuzzer has created. */
export function learnFrom(world: FuzzWorld, operationId: string, body: unknown): void {
  if (operationId === "startUpload") {
    const { sessionId, files } = body as { sessionId: string; files: { fileId: string }[] };
    keepFew(world.uploads, [sessionId, files[0]?.fileId ?? ""]);
  }
  for (const [name, id] of namedIn(body)) {
    const ids = world.ids[name === "nextCursor" ? "cursor" : name];
    // Only the spare partner may be locked out.
    if (ids !== undefined && name !== "partnerId" && !ids.includes(id)) keepFew(ids, id);
  }
}

function keepFew<T>(known: T[], one: T): void {
  known.push(one);
  // The initial ids stay.
  if (known.length > mostIdsOfAKind) known.splice(4, 1);
}

function namedIn(value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]): [string, string][] =>
    typeof inner === "string" ? (/Id$|^nextCursor$/.test(name) ? [[name, inner]] : []) : namedIn(inner),
  );
}
