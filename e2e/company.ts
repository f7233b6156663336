import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The address changes with a restart. */
interface Service {
  url: string;
}

type Headers = Record<string, string>;

export interface AFile {
  name: string;
  bytes: Uint8Array | string;
}

/** A company with its own partner, and a control to submit against. */
export interface ACompany {
  companyId: string;
  businessEntityId: string;
  frameworkId: string;
  controlId: string;
  /** The control's items, in order. */
  itemIds: string[];
  key: string;
  headers: Headers;
}

/** Sends a request without the SDK. */
export function send(method: string, url: string, headers: Headers, body?: object): Promise<Response> {
  const isForm = body instanceof FormData;
  return fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && !isForm && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}

/** Returns the response body. An error status fails the test. */
// biome-ignore lint/suspicious/noExplicitAny: response bodies of all routes
export async function call(url: string, headers: Headers, body?: object, method?: string): Promise<any> {
  const answer = await send(method ?? (body === undefined ? "GET" : "POST"), url, headers, body);
  const parsed = await answer.json();
  assert.ok(answer.ok, JSON.stringify(parsed));
  return parsed;
}

export const readAdminToken = async (dataDirectory: string) =>
  (await readFile(join(dataDirectory, "admin-token"), "utf8")).trim();

export async function aPartnerKey({ url }: Service, adminToken: string): Promise<string> {
  const admin = { authorization: `Bearer ${adminToken}` };
  return (await call(`${url}/v1/admin/partners`, admin, { name: "Consultancy" })).apiKey;
}

export async function onboardCompany({ url }: Service, partnerKey: string, name = "Acme GmbH"): Promise<ACompany> {
  const onboarded = await call(`${url}/v1/onboard`, { "x-api-key": partnerKey }, { name });
  const { companyApiKey: key, companyId, businessEntityId } = onboarded;
  const headers = { "x-api-key": key };
  const { frameworks } = await call(`${url}/v1/compliance-frameworks`, headers);
  const controlIn = ({ controls }: { controls: { id: string; code: string }[] }) =>
    controls.find(({ code }) => code === "DPA");
  const framework = frameworks.find(controlIn);
  const controlId = controlIn(framework)?.id ?? "";
  const { items } = await call(`${url}/v1/controls/${controlId}/items`, headers);
  const itemIds = items.map(({ id }: { id: string }) => id);
  return { companyId, businessEntityId, frameworkId: framework.id, controlId, itemIds, key, headers };
}

export async function aCompany(service: Service, adminToken: string): Promise<ACompany> {
  return onboardCompany(service, await aPartnerKey(service, adminToken));
}

/** The URL to submit a document for a new review, against all items of the control or the first `itemCount`. */
export function submissionUrl(
  { url }: Service,
  { businessEntityId, controlId, itemIds }: ACompany,
  itemCount?: number,
): string {
  const selected = itemCount && { selectedControlItemIds: JSON.stringify(itemIds.slice(0, itemCount)) };
  return `${url}/v1/documents/submit?${new URLSearchParams({ businessEntityId, controlId, ...(selected || {}) })}`;
}

export function aForm(files: AFile[]): FormData {
  const form = new FormData();
  for (const { name, bytes } of files)
    form.append("files[]", new Blob([typeof bytes === "string" ? bytes : new Uint8Array(bytes)]), name);
  return form;
}

/** Submits files as one document. */
export async function submit(
  service: Service,
  company: ACompany,
  files: AFile[],
  itemCount?: number,
): Promise<{ documentId: string; complianceReviewId: string }> {
  return call(submissionUrl(service, company, itemCount), company.headers, aForm(files));
}

// biome-ignore lint/suspicious/noExplicitAny: tests read all members of results
export function readResult({ url }: Service, { headers }: ACompany, documentId: string, fields?: string): Promise<any> {
  return call(`${url}/v1/documents/${documentId}/result${fields ? `?fields=${fields}` : ""}`, headers);
}

export const hasEnded = ({ status }: { status: string }): boolean => status === "completed" || status === "failed";
