import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type ACompany,
  aCompany,
  aDelivery,
  aFailedDocument,
  aForm,
  anUpload,
  aPerson,
  aReview,
  aTarget,
  aWebhook,
  controlOf,
  submit,
  unknownId,
} from "../testing/builders.ts";
import { withoutReferences } from "../testing/described-api.ts";
import { docxBytes, wordParagraph } from "../testing/sample-office.ts";
import { linesPdf } from "../testing/sample-pdfs.ts";
import { type Call, startTestServer, type TestServer } from "../testing/test-server.ts";
import { workerDeps } from "../testing/test-worker.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";

/**
 * "One company can never see that another's resource exists": every route is called with another company's id and with
 * an unknown id, and the answers are compared byte for byte. One id of the path, query or body is replaced at a time; all
 * others are the caller's own.
 */

type Ids = Record<string, string>;

let server: TestServer;
let caller: ACompany;
let stranger: ACompany;
/** A person of the caller's partner who has the caller's work open. */
let consultant: Call;
/** Who manages the caller's keys. */
let owner: Call;
let foreignIds: Ids;
let ownIds: Ids;

/** One resource of every kind, created by one company. */
async function idsOf(company: ACompany, code: string): Promise<Ids> {
  const target = await aTarget(server, company.key, code);
  await server.database.query(
    `WITH r AS (INSERT INTO control_item_revisions (control_item_id, revision, name, objective, definition, sha256, created_at)
       SELECT control_item_id, revision + 1, name, objective,
              definition || '{"askOwner":[{"key":"printable","question":"?"}]}', sha256, created_at
         FROM control_item_revisions WHERE control_item_id = $1 ORDER BY revision DESC LIMIT 1 RETURNING *)
     UPDATE control_items i SET revision = r.revision FROM r WHERE i.id = r.control_item_id`,
    [target.itemIds[0]],
  );
  const review = await aReview(server, company, target);
  const upload = await anUpload(server, company, [{ fileName: "a", fileSize: 5 }], {
    complianceFrameworkId: target.frameworkId,
    controlId: target.controlId,
  });
  const submitted = await submit(server, company, { complianceReviewId: review.id }, [
    { name: "a.pdf", content: Buffer.from(await linesPdf(["Personal data is encrypted."])) },
  ]);
  assert.equal(submitted.status, 202, submitted.text);
  const { documentId } = submitted.body;
  await analyse({ companyId: company.companyId, documentId });
  const result = await server.call(`/v1/documents/${documentId}/result`, { key: company.key });
  const decided = await server.call(`/v1/documents/${documentId}/items/${result.body.complianceItems[0].id}/decision`, {
    ...{ method: "PUT", key: company.key, body: { decision: "confirm", reason: "Read." } },
  });
  assert.equal(decided.status, 200, decided.text);
  const earlier = await submit(server, company, { complianceReviewId: review.id }, [{ name: "c.txt", content: "c" }]);
  const gaps = await server.call("/v1/gaps", { key: company.key });
  const person = await aPerson(server, { key: company.key, role: "company_owner" });
  const linked = await server.call(`/v1/compliance-reviews/${review.id}/links`, {
    ...{ key: company.key, body: { label: "Auditor" } },
  });
  assert.equal(linked.status, 201, linked.text);
  const later = await submit(server, company, { complianceReviewId: review.id }, [{ name: "b.txt", content: "b" }]);
  const ofWordFiles = await aReview(server, company, target);
  const word = await submit(server, company, { complianceReviewId: ofWordFiles.id }, [
    { name: "c.docx", content: docxBytes({ body: wordParagraph("Personal data is encrypted.") }) },
  ]);
  await analyse({ companyId: company.companyId, documentId: word.body.documentId });
  const { body: suggested } = await server.call(`/v1/documents/${word.body.documentId}/recommendations`, {
    key: company.key,
  });
  await aWebhook(server, company);
  const delivery = await aDelivery(server, company);
  return {
    companyId: company.companyId,
    businessEntityId: company.businessEntityId,
    reviewId: review.id,
    complianceReviewId: review.id,
    controlId: target.controlId,
    complianceFrameworkId: target.frameworkId,
    documentId,
    // Of entries of the audit log.
    subjectId: documentId,
    supersedes: earlier.body.documentId,
    with: documentId,
    laterDocumentId: later.body.documentId,
    failedDocumentId: await aFailedDocument(server, company),
    wordDocumentId: word.body.documentId,
    wordFileId: suggested.wordFiles[0].fileId,
    documentFileId: result.body.files[0].fileId,
    documentItemId: result.body.complianceItems[0].id,
    decisionId: decided.body.decisionId,
    gapId: gaps.body.gaps[0].gapId,
    ownerId: person.accountId,
    linkId: linked.body.linkId,
    sessionId: upload.sessionId,
    fileId: upload.files[0]?.fileId ?? "",
    deliveryId: delivery.id,
    keyId: (await person.call("/v1/keys", { body: {} })).body.keyId,
    selectedControlItemIds: target.itemIds[0] ?? "",
    itemId: target.itemIds[0] ?? "",
    controlItemId: target.itemIds[0] ?? "",
    selectedControlClusterIds: target.clusters[0]?.id ?? "",
  };
}

/** Completes the document like the worker. */
async function analyse(document: { companyId: string; documentId: string }): Promise<void> {
  const { deps } = workerDeps(server);
  await createJobHandlers(deps)["analyse-document"]?.(document, new AbortController().signal);
  await deps.children.close();
}

before(async () => {
  server = await startTestServer();
  caller = await aCompany(server);
  stranger = await aCompany(server);
  ownIds = await idsOf(caller, "DPA");
  const { cookie, call } = await aPerson(server, { key: caller.partner.key, role: "partner_consultant" });
  await call("/v1/session/client", { method: "PUT", body: { companyId: caller.companyId } });
  consultant = { headers: { cookie, "x-assay-session": "1" } };
  const { cookie: ofOwner } = await aPerson(server, { key: caller.key, role: "company_owner" });
  owner = { headers: { cookie: ofOwner, "x-assay-session": "1" } };
  bodies["changeGaps"] = { body: { gaps: [ownIds["gapId"]] } };
  // Visible to the other company only.
  foreignIds = await idsOf(stranger, "NDA");
  await server.call(`/v1/admin/partners/${caller.partner.partnerId}/whitelist`, {
    method: "PUT",
    admin: true,
    body: { frameworkIds: [ownIds["complianceFrameworkId"]] },
  });
});
after(() => server.close());

interface Operation {
  operationId: string;
  security: Record<string, unknown>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
}

interface Described {
  method: string;
  url: string;
  operation: Operation;
  inQuery: string[];
  inBody: string[];
  names: string[];
}

/** Fields that end in Id but name no resource. */
const noIds = ["auditLanguageId", "taxId"];
const isIdName = (name: string) =>
  (/Ids?$/.test(name) && !noIds.includes(name)) || ["supersedes", "with"].includes(name);

/** Every operation for partner or company keys that names a resource, from the OpenAPI description. */
async function operations(): Promise<Described[]> {
  const { body } = await server.call("/v1/openapi.json");
  return Object.entries(withoutReferences(body) as Record<string, Record<string, Operation>>).flatMap(
    ([url, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.security.some((scheme) => "apiKey" in scheme))
        .map(([method, operation]) => {
          const parameters = (operation.parameters ?? []).filter(({ name }) => isIdName(name));
          const inQuery = parameters.filter((one) => one.in === "query").map(({ name }) => name);
          const json = operation.requestBody?.content["application/json"]?.schema;
          const inBody = Object.keys(json?.properties ?? {}).filter(isIdName);
          const names = [...parameters.map(({ name }) => name), ...inBody];
          return { method: method.toUpperCase(), url, operation, inQuery, inBody, names };
        })
        .filter(({ names }) => names.length > 0),
  );
}

/** Valid values for the rest of the request. */
const bodies: Record<string, Pick<Call, "body" | "payload" | "headers">> = {
  updateCompany: { body: { name: "Taken over" } },
  setCompanyReference: { body: { externalReference: "C-1" } },
  updateBusinessEntity: { body: { name: "Taken over" } },
  updateComplianceReview: { body: { name: "Taken over" } },
  startUpload: { body: { files: [{ fileName: "a", fileSize: 5 }] } },
  putChunk: { payload: Buffer.from("taken"), headers: { "content-type": "application/octet-stream" } },
  replayDelivery: { body: {} },
  issueKey: { body: {} },
  updateKey: { body: { label: "Taken over" } },
  rotateKey: { body: {} },
  cancelDocument: { body: {} },
  updateDocument: { body: { validUntil: "2030-01-01" } },
  withdrawDocument: { body: {} },
  restoreDocument: { body: {} },
  retryOwnDocument: { body: {} },
  answerQuestion: { body: { answer: "yes" } },
  putDocumentPredecessor: { body: {} },
  judgeDocumentAgain: { body: {} },
  judgeAffectedDocuments: { body: {} },
  changeGap: { body: {} },
  commentOnGap: { body: { text: "Read." } },
  decideFinding: { body: { decision: "confirm", reason: "Read." } },
  signOffReview: { body: {} },
  createReviewLink: { body: { label: "Auditor" } },
  reopenReview: { body: { reason: "A contract is missing." } },
  submitDocuments: aForm([{ name: "a.txt", content: "taken over" }]),
};

/** fileId names a file of an upload session or a file of a document. */
const ofDocument: Record<string, string> = { fileId: "documentFileId" };
const ofWordFile: Record<string, string> = { documentId: "wordDocumentId", fileId: "wordFileId" };
const idNameIn = ({ operationId }: Operation, name: string) =>
  operationId === "retryOwnDocument"
    ? "failedDocumentId"
    : operationId === "putDocumentPredecessor" && name === "documentId"
      ? "laterDocumentId"
      : ["getRedline", "getClausePack"].includes(operationId)
        ? (ofWordFile[name] ?? name)
        : /^getDocument(Page|Original)/.test(operationId)
          ? (ofDocument[name] ?? name)
          : /Decisions?$|^decideFinding$/.test(operationId) && name === "itemId"
            ? "documentItemId"
            : name;
/** Other path parameters: the first chunk is 0, the first page 1. */
const otherSteps: Record<string, string> = { chunkIndex: "0", pageNumber: "1", questionKey: "printable" };

/** Other required query parameters. */
const otherQueries: Record<string, Record<string, string>> = { getComplianceReviewReport: { format: "csv" } };

/** The two ways to submit exclude each other; the replaced id determines which one is used. */
const otherModes: Record<string, string[]> = {
  complianceReviewId: ["businessEntityId", "controlId", "complianceFrameworkId"],
  supersedes: ["businessEntityId", "controlId", "complianceFrameworkId"],
};
function leftOut(tested: string): string[] {
  const ofSelection = ["selectedControlItemIds", "selectedControlClusterIds"].filter((name) => name !== tested);
  return [...ofSelection, ...(otherModes[tested] ?? ["complianceReviewId", "supersedes"])];
}

async function answerFor(
  { method, url, operation, inQuery, inBody }: Described,
  caller: Call,
  tested: string,
  id: string,
) {
  const isSubmission = ["submitDocuments", "startUpload"].includes(operation.operationId);
  const idFor = (name: string) => {
    const own = ownIds[idNameIn(operation, name)];
    assert.ok(own, `this test does not know an own ${name}: add one above`);
    const value = name === tested ? id : own;
    return name.endsWith("Ids") ? JSON.stringify([value]) : value;
  };
  const given = (names: string[]) =>
    names
      .filter((name) => !isSubmission || !leftOut(tested).includes(name))
      .map((name): [string, string] => [name, idFor(name)]);
  const path = url.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    isIdName(name) ? idFor(name) : (otherSteps[name] ?? ""),
  );
  const query = new URLSearchParams({
    ...Object.fromEntries(given(inQuery)),
    ...otherQueries[operation.operationId],
  }).toString();
  const sent = bodies[operation.operationId] ?? {};
  if (operation.requestBody !== undefined)
    assert.ok(
      bodies[operation.operationId],
      `this test knows no right body of ${operation.operationId}: add one above`,
    );
  const call: Call = { method: method as "GET", ...caller, ...sent, headers: { ...caller.headers, ...sent.headers } };
  if (sent.body !== undefined) call.body = { ...(sent.body as object), ...Object.fromEntries(given(inBody)) };
  const reply = await server.call(query === "" ? path : `${path}?${query}`, call);
  const { "x-request-id": _, ratelimit: __, date: ___, ...headers } = reply.headers;
  // An error message may repeat the id.
  return { status: reply.status, text: reply.text.replaceAll(id, "ID"), headers: { ...headers, "content-length": "" } };
}

test("every route answers a foreign id exactly like an unknown one", async () => {
  const all = await operations();
  assert.ok(all.length >= 12);
  for (const described of all) {
    const { method, url, operation } = described;
    for (const tested of described.names) {
      for (const by of [{ key: caller.key }, { key: caller.partner.key }, consultant]) {
        const what = `${method} ${url} with another's ${tested}`;
        const foreignId = foreignIds[idNameIn(operation, tested)];
        assert.ok(foreignId, `this test does not know a foreign ${tested}: add one above`);
        const foreign = await answerFor(described, by, tested, foreignId);
        const nobodys = await answerFor(described, by, tested, unknownId);
        assert.deepEqual(foreign, nobodys, `${what} is distinguishable from an unknown one`);
        // A list filter finds nothing; what is not of the control or the review is 422.
        const isFilter = [
          ...["listDocuments", "listComplianceReviews", "listOwnAuditLog", "exportOwnAuditLog", "listDecisions"],
          ...["listGaps", "exportGaps"],
        ].includes(operation.operationId);
        const isNoAddress =
          described.method === "POST" &&
          operation.operationId !== "judgeAffectedDocuments" &&
          /^(selected|control|complianceFramework|supersedes)/.test(tested);
        // A review is named together with the control that it is of.
        const isOfOtherControl = operation.operationId === "judgeDocumentAgain" && tested === "complianceReviewId";
        const expected = isFilter
          ? [200, 403]
          : isNoAddress || isOfOtherControl || ["supersedes", "ownerId"].includes(tested)
            ? [422, 403]
            : [404, 403];
        assert.ok(expected.includes(foreign.status), `${what} answers ${foreign.status}: ${foreign.text}`);
        // The contract requires 400 for a malformed member of a selection.
        if (!tested.startsWith("selected"))
          assert.deepEqual(
            nobodys,
            await answerFor(described, by, tested, "malformed"),
            `${what} is distinguishable from a malformed one`,
          );
      }
    }
  }
  // The refused requests changed nothing.
  const { body } = await server.call(`/v1/companies/${stranger.companyId}`, { key: stranger.key });
  assert.equal(body.name, "Acme GmbH");
  const control = await controlOf(server, caller.key, "DPA");
  assert.equal((await server.call(`/v1/controls/${control.id}/items`, { key: caller.key })).status, 200);
  const session = await server.call(`/v1/documents/upload/${foreignIds["sessionId"]}/status`, { key: stranger.key });
  assert.deepEqual([session.body.status, session.body.files[0].receivedChunks], ["pending", []]);
  const documents = await server.call("/v1/documents", { key: stranger.key });
  assert.equal(documents.body.documents.length, 5);
});

test("the same requests with the caller's own ids succeed", async () => {
  // Submitting adds a newer version, and a document that has one is not judged again.
  const isLater = ({ operation }: Described) => Number(operation.operationId !== "judgeDocumentAgain");
  for (const described of (await operations()).toSorted((one, other) => isLater(one) - isLater(other))) {
    const [tested = ""] = described.names;
    // These would end what other routes need; the review that they would sign off has a document that waits.
    const { operationId } = described.operation;
    const ending = ["cancelUpload", "deleteDocument", "revokeOwnKey", "signOffReview", "reopenReview"];
    if ([...ending, "revokeReviewLink"].includes(operationId)) continue;
    const answers = await Promise.all(
      [{ key: caller.key }, { key: caller.partner.key }, owner].map((by) =>
        answerFor(described, by, tested, ownIds[idNameIn(described.operation, tested)] ?? ""),
      ),
    );
    const what = `${described.method} ${described.url} answers ${answers.map((one) => one.text)}`;
    assert.ok(
      answers.some(({ status }) => status < 300),
      what,
    );
  }
});

test("lists contain nothing of another company", async () => {
  const lists = [
    "companies",
    "companies/summaries",
    "companies/heat-map",
    "dashboard",
    "gaps",
    "business-entities",
    "compliance-reviews",
    "documents",
    "decisions",
    "webhooks/deliveries",
    "keys",
    "access",
  ];
  for (const url of lists.map((name) => `/v1/${name}`)) {
    for (const by of [{ key: caller.key }, { key: caller.partner.key }, consultant]) {
      const { text } = await server.call(url, by);
      for (const id of Object.values(foreignIds)) assert.ok(!text.includes(id), `${url} shows ${id}`);
    }
  }
});
