import assert from "node:assert/strict";
import { hash, randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Review } from "../reviews/review.ts";
import type { Role } from "../tenancy/role.ts";
import type { Call, Reply, TestServer } from "./test-server.ts";

/** What most tests start from, created over the API. */

export interface APartner {
  partnerId: string;
  key: string;
}

export async function aPartner(
  { call }: TestServer,
  fields: { name?: string; frameworkIds?: string[] } = {},
): Promise<APartner> {
  const { status, body } = await call("/v1/admin/partners", { admin: true, body: { name: "Consultancy", ...fields } });
  assert.equal(status, 201, JSON.stringify(body));
  return { partnerId: body.partnerId, key: body.apiKey };
}

export interface ACompany {
  partner: APartner;
  companyId: string;
  businessEntityId: string;
  key: string;
}

export async function aCompany(
  server: TestServer,
  fields: { partner?: APartner; name?: string } = {},
): Promise<ACompany> {
  const partner = fields.partner ?? (await aPartner(server));
  const { status, body } = await server.call("/v1/onboard", {
    key: partner.key,
    body: { name: fields.name ?? "Acme GmbH" },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { partner, companyId: body.companyId, businessEntityId: body.businessEntityId, key: body.companyApiKey };
}

/** Signs in and returns the cookie. */
export async function aSession({ call }: TestServer, key: string): Promise<string> {
  const { status, headers, text } = await call("/v1/session", { body: { key } });
  assert.equal(status, 200, text);
  return headers["set-cookie"]?.split(";", 1)[0] ?? "";
}

/** The password of every person below. */
export const aPassword = "correct horse battery";

/** The headers by which the portal proves that a request comes from its own page. */
const fromPortal = { "x-assay-session": "1" };

export interface APerson {
  accountId: string;
  membershipId: string;
  email: string;
  cookie: string;
  /** A request in the person's session. */
  call(url: string, call?: Call): Promise<Reply>;
}

/** Invites a person with the given session, or with the administrator token, and returns the link's token. */
export async function anInvitation(
  { call }: TestServer,
  by: { cookie?: string },
  invited: { email: string; name?: string; role: string },
): Promise<string> {
  const headers = by.cookie === undefined ? {} : { cookie: by.cookie, ...fromPortal };
  const body = { name: "Ada Lovelace", ...invited };
  const reply = await call("/v1/invitations", { admin: by.cookie === undefined, headers, body });
  assert.equal(reply.status, 201, reply.text);
  return reply.body.token;
}

/** Inserted directly: over the API, a key invites only until the organisation has an owner. */
async function anInvitationByHand(
  { call, database, nextId }: TestServer,
  key: string,
  invited: { email: string; role: string },
): Promise<string> {
  const { body } = await call("/v1/me", { key });
  const token = randomBytes(32).toString("base64url");
  await database.db.people.saveInvitation({
    ...{ id: nextId(), tokenHash: hash("sha256", token, "buffer"), name: "Ada Lovelace", invitedBy: undefined },
    ...{ email: invited.email, role: invited.role as Role, organisation: body.companyId ?? body.partnerId },
    ...{ partnerId: body.partnerId, companyId: body.companyId ?? undefined },
    ...{ createdAt: new Date("2026-01-01T00:00:00Z"), expiresAt: new Date("2100-01-01T00:00:00Z") },
  });
  return token;
}

export const signInAs = ({ call }: TestServer, email: string, password = aPassword, extra: Call = {}) =>
  call("/v1/session/password", { body: { email, password }, ...extra });

let people = 0;
/** A person who has accepted an invitation and signed in. `key` is that of the organisation; absent for an operator. */
export async function aPerson(
  server: TestServer,
  {
    key,
    role,
    name,
    email = `person-${++people}@example.com`,
  }: { key?: string; role: string; name?: string; email?: string },
): Promise<APerson> {
  const token =
    key === undefined
      ? await anInvitation(server, {}, { email, role, ...(name !== undefined && { name }) })
      : await anInvitationByHand(server, key, { email, role });
  const accepted = await server.call("/v1/invitations/accept", {
    body: { token, name: name ?? "Ada Lovelace", password: aPassword },
  });
  assert.equal(accepted.status, 200, accepted.text);
  const signedIn = await signInAs(server, email);
  assert.equal(signedIn.status, 200, signedIn.text);
  const cookie = signedIn.headers["set-cookie"]?.split(";", 1)[0] ?? "";
  const { accountId, membershipId } = signedIn.body.person;
  return {
    ...{ accountId, membershipId, email, cookie },
    call: (url, call = {}) => server.call(url, { ...call, headers: { cookie, ...fromPortal, ...call.headers } }),
  };
}

/** Inserted directly: over the API, only a submission creates a review. */
export async function aReview(server: TestServer, company: ACompany, fields: Partial<Review> = {}): Promise<Review> {
  const [framework] = await server.database.db.catalogue.listEveryFramework();
  const control = framework?.controls[0];
  assert.ok(framework && control);
  const at = new Date("2026-02-01T09:00:00.000Z");
  const review: Review = {
    id: server.nextId(),
    companyId: company.companyId,
    businessEntityId: company.businessEntityId,
    frameworkId: framework.id,
    controlId: control.id,
    name: "Review",
    scope: "Everything",
    reviewDate: at,
    createdAt: at,
    updatedAt: undefined,
    ...fields,
  };
  await server.database.db.reviews.insert(review);
  return review;
}

/** A valid id of nothing. */
export const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

export async function frameworksOf({ call }: TestServer, key: string) {
  const { body } = await call("/v1/compliance-frameworks", { key });
  return body.frameworks as { id: string; code: string; controls: { id: string; code: string; itemCount: number }[] }[];
}

export async function controlOf(server: TestServer, key: string, code: string) {
  const control = (await frameworksOf(server, key))
    .flatMap((framework) => framework.controls)
    .find((one) => one.code === code);
  assert.ok(control, `no control ${code}`);
  return control;
}

/** A control to submit against, with its active clusters and items. */
export interface ATarget {
  frameworkId: string;
  controlId: string;
  clusters: { id: string; itemIds: string[] }[];
  itemIds: string[];
}

export async function aTarget(server: TestServer, key: string, code = "DPA"): Promise<ATarget> {
  const framework = (await frameworksOf(server, key)).find(({ controls }) => controls.some((one) => one.code === code));
  const control = framework?.controls.find((one) => one.code === code);
  assert.ok(framework && control, `no control ${code}`);
  const { body: clusters } = await server.call(`/v1/controls/clusters?controlId=${control.id}`, { key });
  const { body } = await server.call(`/v1/controls/${control.id}/items`, { key });
  const items = (body.items as { id: string; clusterId: string; isObsolete: boolean }[]).filter(
    (item) => !item.isObsolete,
  );
  const active = (clusters.activeClusters as { id: string }[]).map(({ id }) => ({
    id,
    itemIds: items.filter((item) => item.clusterId === id).map((item) => item.id),
  }));
  return {
    frameworkId: framework.id,
    controlId: control.id,
    clusters: active,
    itemIds: active.flatMap(({ itemIds }) => itemIds),
  };
}

export interface AFile {
  /** A string is quoted as it is; a function returns the whole `filename` parameter. */
  name: string | (() => string);
  content: string | Buffer;
  field?: string;
}

const boundary = "----assay-test-boundary";

/** A multipart form and its header. */
export function aForm(files: AFile[]): { payload: Buffer; headers: Record<string, string> } {
  const parts = files.flatMap(({ name, content, field = "files[]" }) => {
    const fileName = typeof name === "string" ? `filename="${name}"` : name();
    const header = `content-disposition: form-data; name="${field}"; ${fileName}\r\ncontent-type: application/octet-stream`;
    return [Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`), Buffer.from(content), Buffer.from("\r\n")];
  });
  return {
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

export type Fields = Record<string, string | undefined>;

const defined = (fields: Fields) => Object.entries(fields).filter(([, value]) => value !== undefined);

/** Submits a text file unless others are given. */
export function submit(
  server: TestServer,
  company: Pick<ACompany, "key">,
  fields: Fields,
  files: AFile[] = [{ name: "contract.txt", content: "The processor shall …" }],
  call: Call = {},
): Promise<Reply> {
  const form = aForm(files);
  const query = new URLSearchParams(defined(fields) as [string, string][]);
  return server.call(`/v1/documents/submit?${query}`, {
    key: company.key,
    ...form,
    ...call,
    headers: { ...form.headers, ...call.headers },
  });
}

export interface AnUpload {
  sessionId: string;
  expiresAt: string;
  files: { fileId: string; fileName: string; chunkSizeBytes: number; totalChunks: number }[];
}

export function startUpload(
  server: TestServer,
  company: Pick<ACompany, "key">,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return server.call("/v1/documents/upload/start", { key: company.key, body, headers });
}

/** An upload session for a new review. */
export async function anUpload(
  server: TestServer,
  company: ACompany,
  files: { fileName: string; fileSize: number; sha256?: string }[],
  fields: Record<string, unknown> = {},
): Promise<AnUpload> {
  const { frameworkId: complianceFrameworkId, controlId } = await aTarget(server, company.key);
  const { businessEntityId } = company;
  const { status, body } = await startUpload(server, company, {
    ...{ files, businessEntityId, complianceFrameworkId, controlId },
    ...fields,
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

export const chunkUrl = (sessionId: string, fileId: string, index: number | string) =>
  `/v1/documents/upload/${sessionId}/files/${fileId}/chunks/${index}`;

export function putChunk(
  server: TestServer,
  company: Pick<ACompany, "key">,
  upload: AnUpload,
  fileIndex: number,
  chunkIndex: number | string,
  payload: Buffer,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const fileId = upload.files[fileIndex]?.fileId ?? "";
  return server.call(chunkUrl(upload.sessionId, fileId, chunkIndex), {
    method: "PUT",
    key: company.key,
    payload,
    headers: { "content-type": "application/octet-stream", ...headers },
  });
}

/** A document that waits for analysis. */
export async function aDocument(server: TestServer, company: ACompany): Promise<string> {
  const { controlId } = await aTarget(server, company.key);
  const { body } = await submit(server, company, { businessEntityId: company.businessEntityId, controlId });
  return body.documentId as string;
}

/** A document whose processing failed. */
export async function aFailedDocument(
  server: TestServer,
  company: ACompany,
  reason = "It cannot be read.",
): Promise<string> {
  const run = { id: server.nextId(), documentId: await aDocument(server, company) };
  const { processing } = server.database.db;
  await processing.begin(company.companyId, run);
  await processing.end(run, { status: "failed", failureReason: reason }, new Date("2026-03-01T12:00:00.000Z"));
  return run.documentId;
}

/** A new revision of a control item, as loading a framework makes it. */
export const reviseItem = (server: TestServer, itemId: string | undefined, name: string) =>
  server.database.query(
    `WITH r AS (INSERT INTO control_item_revisions (control_item_id, revision, name, objective, definition, sha256, created_at)
       SELECT control_item_id, revision + 1, $2, objective, definition, sha256, created_at
         FROM control_item_revisions WHERE control_item_id = $1 ORDER BY revision DESC LIMIT 1 RETURNING *)
     UPDATE control_items i SET revision = r.revision FROM r WHERE i.id = r.control_item_id`,
    [itemId, name],
  );

/** Registers a webhook whose address nobody listens on. */
export async function aWebhook(server: TestServer, company: Pick<ACompany, "key">): Promise<{ id: string }> {
  const registration = { url: "http://127.0.0.1:9999/hook", eventTypes: ["document.submitted"] };
  const call = { method: "PUT", key: company.key, body: registration } as const;
  const { status, body } = await server.call("/v1/webhooks", call);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** A pending delivery. */
export async function aDelivery(server: TestServer, company: Pick<ACompany, "key">): Promise<{ id: string }> {
  const { status, body } = await server.call("/v1/webhooks/test", { method: "POST", key: company.key });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** All files of the disk store, complete or not. */
export async function storedFiles({ folder }: TestServer): Promise<string[]> {
  const entries = await readdir(join(folder, "blobs"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
