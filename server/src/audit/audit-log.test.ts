import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readShippedCatalogue } from "../catalogue/shipped-catalogue.ts";
import { defaultSettings } from "../notifications/notification.ts";
import { stepAt, totpCode } from "../people/totp.ts";
import { aChecklistFile } from "../testing/a-checklist.ts";
import { aCriterionFinding, anItemFindings } from "../testing/a-finding.ts";
import {
  type ACompany,
  type APerson,
  aCompany,
  aDelivery,
  aDocument,
  aFailedDocument,
  aForm,
  anInvitation,
  anUpload,
  aPartner,
  aPassword,
  aPerson,
  aReview,
  aSession,
  aWebhook,
  chunkUrl,
  controlOf,
  reviseItem,
  signInAs,
  submit,
} from "../testing/builders.ts";
import { loadConditionalFramework } from "../testing/conditional-control.ts";
import { type OpenIdProvider, startOpenIdProvider } from "../testing/openid-provider.ts";
import { testClock } from "../testing/test-clock.ts";
import { type Call, startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let company: ACompany;
let provider: OpenIdProvider;
before(async () => {
  provider = await startOpenIdProvider();
  provider.person.claims = { email: "sso@example.com", email_verified: true, groups: ["operators"] };
  server = await startTestServer({ operatorProvider: provider.settings() });
  company = await aCompany(server);
});
after(async () => {
  await server.close();
  await provider.close();
});

const entriesOf = (requestId: string | undefined) =>
  server.database.query<{
    action: string;
    actor_tier: string;
    actor_key_id: string | null;
    account_id: string | null;
    subject_id: string;
    address: string;
  }>(
    `SELECT action, actor_tier, actor_key_id, details ->> 'actorAccountId' AS account_id, subject_id, address
       FROM audit_log WHERE request_id = $1 ORDER BY id`,
    [requestId],
  );

/** A person's second factor with the code that confirms it. */
async function anUnconfirmedFactor(person: APerson): Promise<{ call: Call; code: string }> {
  const { body } = await person.call("/v1/account/second-factor", { body: { password: aPassword } });
  const factor = await server.database.db.secondFactors.find(person.accountId);
  assert.ok(factor && body.secret);
  const code = totpCode(factor.secret, stepAt(testClock().now()));
  return { call: { headers: { cookie: person.cookie, "x-assay-session": "1" } }, code };
}

test("every operation that changes state is logged with actor, action, address and request id", async () => {
  const partnerUrl = `/v1/admin/partners/${company.partner.partnerId}`;
  const [gdpr] = (await readShippedCatalogue()).filter((framework) => framework.code === "GDPR");
  const control = await controlOf(server, company.key, "DPA");
  const [item] = (await server.call(`/v1/controls/${control.id}/items`, { key: company.key })).body.items;
  const review = await aReview(server, company);
  const linksUrl = `/v1/compliance-reviews/${review.id}/links`;
  const link = (await server.call(linksUrl, { key: company.key, body: { label: "Auditor" } })).body;
  const upload = await anUpload(server, company, [{ fileName: "a.txt", fileSize: 5 }]);
  const abandoned = await anUpload(server, company, [{ fileName: "a.txt", fileSize: 5 }]);
  await aWebhook(server, company);
  const delivery = await aDelivery(server, company);
  const { body: issued } = await server.call(`${partnerUrl}/keys`, { admin: true, body: {} });
  const byCompany = { key: company.key };
  const byPartner = { key: company.partner.key };
  const byAdmin = { admin: true };
  const asking = (await loadConditionalFramework(server)).controls[0];
  const { businessEntityId } = company;
  const asked = await submit(server, company, { businessEntityId, controlId: asking?.id });
  const askingItemId = asking?.clusters[0]?.items[1]?.id;
  const judged = await aDocument(server, company);
  const judgeUrl = `/v1/documents/${judged}/judgements`;
  const [judgedItem] = (await server.call(`/v1/documents/${judged}/result`, byCompany)).body.complianceItems;
  const { complianceReviewId } = (await server.call(`/v1/documents/${judged}`, byCompany)).body;
  const judgedReviewUrl = `/v1/compliance-reviews/${complianceReviewId}`;
  const decisionUrl = `/v1/documents/${judged}/items/${judgedItem.id}/decision`;
  await server.database.query(
    "UPDATE document_items SET status = 'completed', score = 0, findings = $2, judged_at = now() WHERE id = $1",
    [judgedItem.id, JSON.stringify(anItemFindings([aCriterionFinding("named", "missing")]))],
  );
  const complete = "UPDATE documents SET status = 'completed', processed_at = now() WHERE id = $1";
  await server.database.query(complete, [judged]);
  await server.database.query(complete, [await aDocument(server, company)]);
  await reviseItem(server, item.id, "Reworded");
  const [{ gapId }] = (await server.call("/v1/gaps", byCompany)).body.gaps;

  const operations: Record<string, { url: string; call: Call; actions: string[] }> = {
    onboardCompany: {
      url: "/v1/onboard",
      call: { ...byPartner, body: { name: "B" } },
      actions: ["company.onboarded", "api_key.issued"],
    },
    setCompanyReference: {
      url: `/v1/companies/${company.companyId}/external-reference`,
      call: { method: "PUT", ...byPartner, body: { externalReference: "C-1" } },
      actions: ["company.updated"],
    },
    updateCompany: {
      url: `/v1/companies/${company.companyId}`,
      call: { method: "PATCH", ...byCompany, body: { city: "Linz" } },
      actions: ["company.updated"],
    },
    createBusinessEntity: {
      url: "/v1/business-entities",
      call: { ...byCompany, body: { name: "E" } },
      actions: ["business_entity.created"],
    },
    updateBusinessEntity: {
      url: `/v1/business-entities/${company.businessEntityId}`,
      call: { method: "PATCH", ...byCompany, body: { name: "F" } },
      actions: ["business_entity.updated"],
    },
    updateComplianceReview: {
      url: `/v1/compliance-reviews/${review.id}`,
      call: { method: "PATCH", ...byCompany, body: { name: "R" } },
      actions: ["review.updated"],
    },
    submitDocuments: {
      url: `/v1/documents/submit?businessEntityId=${company.businessEntityId}&controlId=${control.id}`,
      call: { ...byCompany, ...aForm([{ name: "a.txt", content: "words" }]) },
      actions: ["review.created", "document.submitted"],
    },
    answerQuestion: {
      url: `/v1/documents/${asked.body.documentId}/questions/${askingItemId}/link`,
      call: { method: "PUT", ...byCompany, body: { answer: "yes" } },
      actions: ["document.question_answered"],
    },
    startUpload: {
      url: "/v1/documents/upload/start",
      call: { ...byCompany, body: { files: [{ fileName: "a", fileSize: 1 }], complianceReviewId: review.id } },
      actions: ["upload.started"],
    },
    putChunk: {
      url: chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", 0),
      call: { method: "PUT", ...byCompany, payload: Buffer.from("words") },
      actions: ["review.created", "document.submitted"],
    },
    updateDocument: {
      url: `/v1/documents/${judged}`,
      call: { method: "PATCH", ...byCompany, body: { validUntil: "2030-01-01" } },
      actions: ["document.updated"],
    },
    decideFinding: {
      url: decisionUrl,
      call: { method: "PUT", ...byCompany, body: { decision: "confirm", reason: "Read." } },
      actions: ["finding.decided"],
    },
    changeGap: {
      url: `/v1/gaps/${gapId}`,
      call: { method: "PATCH", ...byCompany, body: { dueOn: "2026-12-31" } },
      actions: ["gap.changed"],
    },
    changeGaps: {
      url: "/v1/gaps",
      call: { method: "PATCH", ...byCompany, body: { gaps: [gapId], severity: "low" } },
      actions: ["gap.changed"],
    },
    commentOnGap: {
      url: `/v1/gaps/${gapId}/comments`,
      call: { ...byCompany, body: { text: "Asked." } },
      actions: ["gap.commented"],
    },
    replaceIssueLink: {
      url: "/v1/gaps/issue-link",
      call: { method: "PUT", ...byCompany, body: { issueLink: "https://linear.app/acme/new?title={title}" } },
      actions: ["gap.issue_link_replaced"],
    },
    withdrawDecision: { url: decisionUrl, call: { method: "DELETE", ...byCompany }, actions: ["decision.withdrawn"] },
    createReviewLink: {
      url: `/v1/compliance-reviews/${review.id}/links`,
      call: { ...byCompany, body: { label: "Auditor" } },
      actions: ["review_link.created"],
    },
    openReviewLink: {
      url: "/v1/session/review-link",
      call: { body: { token: link.token } },
      actions: ["review_link.opened"],
    },
    revokeReviewLink: {
      url: `/v1/compliance-reviews/${review.id}/links/${link.linkId}`,
      call: { method: "DELETE", ...byCompany },
      actions: ["review_link.revoked"],
    },
    signOffReview: {
      url: `${judgedReviewUrl}/sign-off`,
      call: { method: "PUT", ...byCompany, body: {} },
      actions: ["review.signed_off"],
    },
    reopenReview: {
      url: `${judgedReviewUrl}/reopen`,
      call: { ...byCompany, body: { reason: "A contract is missing." } },
      actions: ["review.reopened"],
    },
    judgeDocumentAgain: { url: judgeUrl, call: { ...byCompany, body: {} }, actions: ["document.judged_again"] },
    cancelUpload: {
      url: `/v1/documents/upload/${abandoned.sessionId}`,
      call: { method: "DELETE", ...byCompany },
      actions: ["upload.cancelled"],
    },
    registerWebhook: {
      url: "/v1/webhooks",
      call: {
        method: "PUT",
        ...byCompany,
        body: { url: "http://127.0.0.1:9998/", eventTypes: ["review.created"], rotateSecret: true },
      },
      actions: ["webhook.updated"],
    },
    testWebhook: { url: "/v1/webhooks/test", call: { ...byCompany, body: {} }, actions: ["webhook.tested"] },
    replayDelivery: {
      url: `/v1/webhooks/deliveries/${delivery.id}/replay`,
      call: { ...byCompany, body: {} },
      actions: ["webhook.delivery_replayed"],
    },
    createPartner: {
      url: "/v1/admin/partners",
      call: { ...byAdmin, body: { name: "P" } },
      actions: ["partner.created", "api_key.issued"],
    },
    replaceWhitelist: {
      url: `${partnerUrl}/whitelist`,
      call: { method: "PUT", ...byAdmin, body: { frameworkIds: [gdpr?.id] } },
      actions: ["partner.whitelist_replaced"],
    },
    replacePartnerQuotas: {
      url: `/v1/admin/partners/${company.partner.partnerId}/quotas`,
      call: { method: "PUT", ...byAdmin, body: { companies: 100_000 } },
      actions: ["quotas.replaced"],
    },
    replaceCompanyQuotas: {
      url: `/v1/admin/companies/${company.companyId}/quotas`,
      call: { method: "PUT", ...byAdmin, body: { waitingDocuments: 1000 } },
      actions: ["quotas.replaced"],
    },
    renamePartner: {
      url: partnerUrl,
      call: { method: "PATCH", ...byAdmin, body: { name: "Renamed" } },
      actions: ["partner.renamed"],
    },
    suspendPartner: {
      url: `/v1/admin/partners/${(await aPartner(server)).partnerId}/suspension`,
      call: { method: "PUT", ...byAdmin, body: { isSuspended: true } },
      actions: ["partner.suspended"],
    },
    replaceLimits: {
      url: `${partnerUrl}/limits`,
      call: { method: "PUT", ...byAdmin, body: {} },
      actions: ["partner.limits_replaced"],
    },
    replaceBranding: {
      url: "/v1/branding",
      call: { method: "PUT", key: company.partner.key, body: { name: "Ours" } },
      actions: ["partner.branding_replaced"],
    },
    issuePartnerKey: { url: `${partnerUrl}/keys`, call: { ...byAdmin, body: {} }, actions: ["api_key.issued"] },
    issueCompanyKey: {
      url: `/v1/admin/companies/${company.companyId}/keys`,
      call: { ...byAdmin, body: {} },
      actions: ["api_key.issued"],
    },
    revokeKey: {
      url: `/v1/admin/keys/${issued.keyId}`,
      call: { method: "DELETE", ...byAdmin },
      actions: ["api_key.revoked"],
    },
    decideBusinessEntity: {
      url: `/v1/admin/business-entities/${company.businessEntityId}`,
      call: { method: "PATCH", ...byAdmin, body: { isApproved: false, isArchived: true } },
      actions: ["business_entity.approval_changed", "business_entity.archiving_changed"],
    },
    loadFramework: {
      url: "/v1/admin/frameworks",
      call: { ...byAdmin, body: { ...gdpr, version: "next" } },
      actions: ["catalogue.loaded"],
    },
    importChecklist: {
      url: "/v1/admin/checklists",
      call: { ...byAdmin, body: aChecklistFile() },
      actions: ["catalogue.loaded"],
    },
    judgeAffectedDocuments: {
      url: `/v1/controls/${control.id}/judgements`,
      call: { ...byCompany, body: {} },
      actions: ["control.judged_again"],
    },
    judgeEveryAffectedDocument: {
      url: `/v1/admin/controls/${control.id}/judgements`,
      call: { ...byAdmin, body: {} },
      actions: [],
    },
    archiveCluster: {
      url: `/v1/admin/clusters/${item.clusterId}`,
      call: { method: "PATCH", ...byAdmin, body: { isArchived: true } },
      actions: ["cluster.archiving_changed"],
    },
    markControlItemObsolete: {
      url: `/v1/admin/control-items/${item.id}`,
      call: { method: "PATCH", ...byAdmin, body: { isObsolete: true } },
      actions: ["control_item.obsolescence_changed"],
    },
  };

  const failed = await aFailedDocument(server, company);
  operations["retryDocument"] = {
    url: `/v1/admin/documents/${failed}/retry`,
    call: { ...byAdmin, body: {} },
    actions: ["document.retried"],
  };
  const waiting = await aDocument(server, company);
  operations["cancelDocument"] = {
    url: `/v1/documents/${waiting}/cancel`,
    call: { ...byCompany, body: {} },
    actions: ["document.cancelled"],
  };
  const unwanted = await aDocument(server, company);
  operations["cancelAnyDocument"] = {
    url: `/v1/admin/documents/${unwanted}/cancel`,
    call: { ...byAdmin, body: {} },
    actions: ["document.cancelled"],
  };
  const failedOwn = await aFailedDocument(server, company);
  operations["retryOwnDocument"] = {
    url: `/v1/documents/${failedOwn}/retry`,
    call: { ...byCompany, body: {} },
    actions: ["document.retried"],
  };
  operations["withdrawDocument"] = {
    url: `/v1/documents/${failedOwn}/withdraw`,
    call: { ...byCompany, body: {} },
    actions: ["document.withdrawn"],
  };
  operations["restoreDocument"] = {
    url: `/v1/documents/${failedOwn}/restore`,
    call: { ...byCompany, body: {} },
    actions: ["document.restored"],
  };
  const inReview = { complianceReviewId: review.id };
  const older = await submit(server, company, inReview, [{ name: "a.txt", content: "a" }]);
  const newer = await submit(server, company, inReview, [{ name: "a.txt", content: "b" }]);
  operations["putDocumentPredecessor"] = {
    url: `/v1/documents/${newer.body.documentId}/predecessor`,
    call: { method: "PUT", ...byCompany, body: { supersedes: older.body.documentId } },
    actions: ["document.predecessor_named"],
  };
  operations["deleteDocument"] = {
    url: `/v1/documents/${failedOwn}`,
    call: { method: "DELETE", ...byCompany },
    actions: ["document.deleted"],
  };
  operations["previewFramework"] = {
    url: "/v1/admin/frameworks/preview",
    call: { ...byAdmin, body: { ...gdpr } },
    actions: [],
  };
  operations["previewChecklist"] = {
    url: "/v1/admin/checklists/preview",
    call: { ...byAdmin, body: aChecklistFile() },
    actions: [],
  };
  const leaving = await aCompany(server);
  operations["eraseCompany"] = {
    url: `/v1/admin/companies/${leaving.companyId}`,
    call: { method: "DELETE", ...byAdmin },
    actions: ["company.erasure_begun"],
  };
  const cookie = await aSession(server, company.key);
  operations["signIn"] = { url: "/v1/session", call: { body: { key: company.key } }, actions: ["session.started"] };
  operations["signOut"] = {
    url: "/v1/session",
    call: { method: "DELETE", headers: { cookie, "x-assay-session": "1" } },
    actions: ["session.ended"],
  };

  const owner = await aPerson(server, { key: company.key, role: "company_owner" });
  const reader = await aPerson(server, { key: company.key, role: "company_reader" });
  const leaver = await aPerson(server, { key: company.key, role: "company_reader" });
  const elsewhere = await signInAs(server, owner.email);
  const byPerson = { headers: { cookie: owner.cookie, "x-assay-session": "1" } };
  const byConfirming = await anUnconfirmedFactor(reader);
  const loser = await aPerson(server, { key: company.key, role: "company_reader" });
  const lost = await anUnconfirmedFactor(loser);
  await loser.call("/v1/account/second-factor", { method: "PUT", body: { code: lost.code } });
  const byAdminLost = await aPerson(server, { role: "operator" });
  const ofOperator = await anUnconfirmedFactor(byAdminLost);
  await byAdminLost.call("/v1/account/second-factor", { method: "PUT", body: { code: ofOperator.code } });
  operations["resetSecondFactorOfAccount"] = {
    url: `/v1/admin/accounts/${byAdminLost.accountId}/second-factor`,
    call: { method: "DELETE", ...byAdmin },
    actions: ["account.second_factor_reset"],
  };
  const invited = { name: "A", role: "company_reader" };
  const token = await anInvitation(server, owner, { ...invited, email: "accepts@example.com" });
  await anInvitation(server, owner, { ...invited, email: "withdrawn@example.com" });
  const [unwantedInvitation] = (await owner.call("/v1/invitations?limit=1")).body.invitations;
  const consultant = await aPerson(server, { key: company.partner.key, role: "partner_consultant" });
  const byConsultant = { headers: { cookie: consultant.cookie, "x-assay-session": "1" } };
  const { keyId: ownKeyId } = (await owner.call("/v1/keys", { body: {} })).body;
  const begun = await server.call("/v1/session/provider", { body: { providerId: "operator" } });
  const ending = await aPerson(server, { key: company.key, role: "company_reader" });
  const ofPeople: typeof operations = {
    beginProviderSignIn: { url: "/v1/session/provider", call: { body: { providerId: "operator" } }, actions: [] },
    finishProviderSignIn: {
      url: "/v1/session/provider/response",
      call: {
        body: { response: await provider.visit(begun.body.url) },
        headers: { cookie: begun.headers["set-cookie"]?.split(";", 1)[0] ?? "" },
      },
      actions: ["account.created", "person.joined", "account.provider_added", "session.started"],
    },
    endSession: {
      url: "/v1/session/end",
      call: { method: "POST", headers: { cookie: ending.cookie, "x-assay-session": "1" } },
      actions: ["session.ended"],
    },
    invitePerson: {
      url: "/v1/invitations",
      call: { ...byPerson, body: { ...invited, email: "invited@example.com" } },
      actions: ["person.invited"],
    },
    withdrawInvitation: {
      url: `/v1/invitations/${unwantedInvitation.invitationId}`,
      call: { method: "DELETE", ...byPerson },
      actions: ["person.invitation_withdrawn"],
    },
    readInvitation: { url: "/v1/invitations/read", call: { body: { token } }, actions: [] },
    acceptInvitation: {
      url: "/v1/invitations/accept",
      call: { body: { token, name: "A", password: aPassword } },
      actions: ["account.created", "person.joined"],
    },
    beginSecondFactor: {
      url: "/v1/account/second-factor",
      call: { ...byPerson, body: { password: aPassword } },
      actions: [],
    },
    confirmSecondFactor: {
      url: "/v1/account/second-factor",
      call: { method: "PUT", ...byConfirming.call, body: { code: byConfirming.code } },
      actions: ["account.second_factor_added"],
    },
    removeSecondFactor: {
      url: "/v1/account/second-factor/remove",
      call: { ...byConfirming.call, body: { password: aPassword } },
      actions: ["account.second_factor_removed"],
    },
    resetSecondFactor: {
      url: `/v1/people/${loser.membershipId}/second-factor`,
      call: { method: "DELETE", ...byPerson },
      actions: ["account.second_factor_reset"],
    },
    changeRole: {
      url: `/v1/people/${reader.membershipId}`,
      call: { method: "PATCH", ...byPerson, body: { role: "company_reviewer" } },
      actions: ["person.role_changed"],
    },
    signOutPerson: {
      url: `/v1/people/${reader.membershipId}/sessions`,
      call: { method: "DELETE", ...byPerson },
      actions: ["person.signed_out"],
    },
    removePerson: {
      url: `/v1/people/${leaver.membershipId}`,
      call: { method: "DELETE", ...byPerson },
      actions: ["person.removed"],
    },
    issueKey: { url: "/v1/keys", call: { ...byPerson, body: {} }, actions: ["api_key.issued"] },
    updateKey: {
      url: `/v1/keys/${ownKeyId}`,
      call: { method: "PATCH", ...byPerson, body: { scopes: ["read"] } },
      actions: ["api_key.updated"],
    },
    rotateKey: {
      url: `/v1/keys/${ownKeyId}/rotate`,
      call: { ...byPerson, body: {} },
      actions: ["api_key.issued", "api_key.rotated"],
    },
    revokeOwnKey: {
      url: `/v1/keys/${ownKeyId}`,
      call: { method: "DELETE", ...byPerson },
      actions: ["api_key.revoked"],
    },
    openClient: {
      url: "/v1/session/client",
      call: { method: "PUT", ...byConsultant, body: { companyId: company.companyId } },
      actions: ["session.client_opened"],
    },
    closeClient: {
      url: "/v1/session/client",
      call: { method: "DELETE", ...byConsultant },
      actions: ["session.client_closed"],
    },
    switchPartnerAccess: {
      url: "/v1/access",
      call: { method: "PUT", ...byPerson, body: { isOn: false } },
      actions: ["company.partner_access_changed"],
    },
    switchOrganisation: {
      url: "/v1/session/organisation",
      call: { method: "PUT", ...byPerson, body: { membershipId: owner.membershipId } },
      actions: ["session.organisation_chosen"],
    },
    endOwnSession: {
      url: `/v1/account/sessions/${(await owner.call("/v1/account/sessions")).body.sessions[0].sessionId}`,
      call: { method: "DELETE", ...byPerson },
      actions: ["session.ended"],
    },
    replaceNotificationSettings: {
      url: "/v1/account/notifications",
      call: { method: "PUT", ...byPerson, body: defaultSettings },
      actions: ["account.notifications_replaced"],
    },
    changePassword: {
      url: "/v1/account/password",
      call: {
        ...{ method: "PUT", ...byPerson },
        body: { currentPassword: aPassword, newPassword: "purple monkey dishwasher" },
      },
      actions: ["account.password_changed"],
    },
    signInWithPassword: {
      url: "/v1/session/password",
      call: { body: { email: reader.email, password: aPassword } },
      actions: ["session.started"],
    },
  };
  assert.equal(elsewhere.status, 200);
  Object.assign(operations, ofPeople);

  const { body: openapi } = await server.call("/v1/openapi.json");
  const changing = Object.values(openapi.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((methods) => Object.entries(methods))
    .filter(([method]) => method !== "get")
    .map(([, operation]) => operation.operationId);
  assert.deepEqual(
    Object.keys(operations).sort(),
    changing.sort(),
    "this test names every operation that changes state",
  );

  for (const [operationId, { url, call, actions }] of Object.entries(operations)) {
    const { status, headers, text } = await server.call(url, call);
    assert.ok(status < 300, `${operationId}: ${text}`);
    const entries = await entriesOf(headers["x-request-id"]);
    assert.deepEqual(
      entries.map((entry) => entry.action),
      actions,
      operationId,
    );
    for (const entry of entries) {
      assert.equal(
        entry.actor_tier,
        call.admin || operationId === "finishProviderSignIn"
          ? "admin"
          : call.key === company.partner.key || /Client$/.test(operationId)
            ? "partner"
            : "company",
        operationId,
      );
      const isWithoutKey = call.admin === true || operationId in ofPeople || operationId === "openReviewLink";
      assert.equal(entry.actor_key_id === null, isWithoutKey, operationId);
      assert.equal(entry.account_id !== null, operationId in ofPeople, operationId);
      assert.equal(entry.address, "127.0.0.1");
    }
  }
});

test("a request that changes nothing is not logged", async () => {
  const own = await aCompany(server, { partner: company.partner });
  const url = `/v1/companies/${company.companyId}`;
  const refused = await server.call(url, { method: "PATCH", key: company.key, body: { city: 5 } });
  const idle = await server.call(url, { method: "PATCH", key: company.key, body: {} });
  const upload = await anUpload(server, own, [{ fileName: "a.txt", fileSize: 100_000 }]);
  const cancel = { method: "DELETE", key: own.key } as const;
  const sessionUrl = `/v1/documents/upload/${upload.sessionId}`;
  const chunk = await server.call(chunkUrl(upload.sessionId, upload.files[0]?.fileId ?? "", 0), {
    method: "PUT",
    key: own.key,
    payload: Buffer.alloc(65_536),
  });
  assert.equal(chunk.status, 200, "a chunk in the middle is not logged");
  await server.call(sessionUrl, cancel);
  const again = await server.call(sessionUrl, cancel);
  const hook = { url: "http://127.0.0.1:9999/hook", eventTypes: ["review.created"] };
  const register = () => server.call("/v1/webhooks", { method: "PUT", key: own.key, body: hook });
  const registered = await register();
  const entries = await entriesOf(registered.headers["x-request-id"]);
  assert.deepEqual(
    entries.map(({ action }) => action),
    ["webhook.registered"],
  );
  const same = await register();
  for (const { headers } of [refused, idle, chunk, again, same])
    assert.deepEqual(await entriesOf(headers["x-request-id"]), []);
});

test("the log is read newest first, and contains no value that a caller sent", async () => {
  await server.call("/v1/onboard", { key: company.partner.key, body: { name: "Very Secret Name" } });
  const { status, body, text } = await server.call("/v1/admin/audit-log?limit=5", { admin: true });
  assert.equal(status, 200);
  assert.equal(body.entries.length, 5);
  assert.ok(body.nextCursor);
  assert.ok(!text.includes("Very Secret Name"));
});

test("the log is filtered by action, actor, time and subject", async () => {
  const entries = async (query: Record<string, string>) => {
    const reply = await server.call(`/v1/admin/audit-log?${new URLSearchParams(query)}`, { admin: true });
    assert.equal(reply.status, 200, reply.text);
    return reply.body.entries as { action: string; actorTier: string; subjectId: string }[];
  };
  const issued = await entries({ action: "api_key.issued" });
  assert.ok(issued.length > 1 && issued.every(({ action }) => action === "api_key.issued"));
  const kinds = new Set((await entries({ action: "api_key" })).map(({ action }) => action));
  assert.deepEqual([...kinds].sort(), ["api_key.issued", "api_key.revoked", "api_key.rotated", "api_key.updated"]);
  assert.deepEqual(await entries({ action: "api_ke_" }), []);
  assert.ok((await entries({ actorTier: "partner" })).every(({ actorTier }) => actorTier === "partner"));
  const [one] = issued;
  assert.deepEqual(
    (await entries({ about: one?.subjectId ?? "", action: "api_key.issued" })).map(({ subjectId }) => subjectId),
    [one?.subjectId],
  );
  assert.deepEqual(await entries({ since: "2030-01-01T00:00:00Z" }), []);
  assert.deepEqual(await entries({ until: "2020-01-01T00:00:00Z" }), []);
  for (const query of ["since=yesterday", "actorTier=nobody"])
    assert.equal((await server.call(`/v1/admin/audit-log?${query}`, { admin: true })).status, 400, query);
});

test("every combination of filters finds exactly the matching entries of the whole log, page by page", async () => {
  interface Entry extends Record<string, unknown> {
    id: string;
    at: string;
    action: string;
    actorTier: string;
  }
  /** Reads all pages. */
  const entries = async (query: Record<string, string>) => {
    const found: Entry[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const page = { ...query, limit: "7", ...(cursor !== "" && { cursor }) };
      const { body } = await server.call(`/v1/admin/audit-log?${new URLSearchParams(page)}`, { admin: true });
      found.push(...body.entries);
      cursor = body.nextCursor;
    }
    return found;
  };
  const all = await entries({});
  assert.ok(all.length > 20);
  const middle = all[Math.floor(all.length / 2)]?.at ?? "";
  const names = ["subjectId", "actorKeyId", "partnerId", "companyId", "requestId"];
  const choices: Record<string, (string | undefined)[]> = {
    action: [undefined, "document.submitted", "api_key", "nothing"],
    actorTier: [undefined, "company", "admin"],
    about: [undefined, company.companyId, company.partner.partnerId, all[0]?.["requestId"] as string],
    since: [undefined, middle],
    until: [undefined, middle],
  };
  const combined = Object.entries(choices).reduce<Record<string, string>[]>(
    (queries, [name, values]) =>
      queries.flatMap((query) => values.map((value) => (value === undefined ? query : { ...query, [name]: value }))),
    [{}],
  );
  for (const query of combined) {
    const { action = "", actorTier, about, since = "", until = "~" } = query;
    const expected = all.filter(
      (entry) =>
        (action === "" || entry.action === action || entry.action.startsWith(`${action}.`)) &&
        (actorTier === undefined || entry.actorTier === actorTier) &&
        (about === undefined || names.some((name) => entry[name] === about)) &&
        entry.at >= since &&
        entry.at < until,
    );
    assert.deepEqual(await entries(query), expected, JSON.stringify(query));
  }
});

test("the database refuses to change, delete or empty the log", async () => {
  for (const statement of ["UPDATE audit_log SET action = 'x'", "DELETE FROM audit_log", "TRUNCATE audit_log"]) {
    await assert.rejects(server.database.query(statement), /audit_log is append-only/);
  }
});
