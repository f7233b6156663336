import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/** The simplest client for chunked uploads: one connection, one request after the other, no checks. */

export const chunkBytes = 8 * 1024 * 1024;
/** The same bytes every time, so that generating them is not measured. */
export const chunk = randomBytes(chunkBytes);
const digest = `sha-256=:${createHash("sha256").update(chunk).digest("base64")}:`;

interface Answer {
  statusCode: number;
  headers: IncomingMessage["headers"];
  body: string;
}

export async function send(
  agent: Agent,
  method: string,
  url: string,
  headers: Record<string, string | number>,
  body: Buffer | undefined,
): Promise<Answer> {
  const sent = request(url, { agent, method, headers: { ...headers, "content-length": body?.length ?? 0 } });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  sent.end(body);
  const [answer] = await answered;
  const answerBody = await text(answer);
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299) throw new Error(`${method} ${url}: ${statusCode} ${answerBody}`);
  return { statusCode, headers: answer.headers, body: answerBody };
}

/** One way of uploading: its start, and how it sends a chunk. */
export interface Subject {
  name: string;
  begin(agent: Agent, sizeBytes: number): Promise<(index: number) => Promise<Answer>>;
}

/** The company that uploads, and its target. */
interface Uploader {
  companyApiKey: string;
  target: { businessEntityId: string; complianceFrameworkId: string; controlId: string };
  controlCode: string;
}

async function call(method: string, url: string, headers: Record<string, string>, body?: object) {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const json = { "content-type": "application/json" };
  return JSON.parse((await send(new Agent(), method, url, { ...json, ...headers }, payload)).body);
}

/** A new company with a control. */
export async function anUploader(url: string, adminToken: string): Promise<Uploader> {
  const admin = { authorization: `Bearer ${adminToken}` };
  const { apiKey } = await call("POST", `${url}/v1/admin/partners`, admin, { name: "Bench" });
  const company = await call("POST", `${url}/v1/onboard`, { "x-api-key": apiKey }, { name: "Acme GmbH" });
  const { companyApiKey, businessEntityId } = company;
  const { frameworks } = await call("GET", `${url}/v1/compliance-frameworks`, { "x-api-key": companyApiKey });
  const [{ id: complianceFrameworkId, controls }] = frameworks;
  const target = { businessEntityId, complianceFrameworkId, controlId: controls[0].id };
  return { companyApiKey, target, controlCode: controls[0].code };
}

/** With digests the service hashes and compares; this client's digest is precomputed. */
export function assayClient(url: string, { companyApiKey, target }: Uploader, isDigested = false): Subject {
  const key = { "x-api-key": companyApiKey };
  return {
    name: "Assay",
    async begin(agent, sizeBytes) {
      const files = [{ fileName: "file", fileSize: sizeBytes }];
      const session = await call("POST", `${url}/v1/documents/upload/start`, key, { files, ...target });
      const path = `/v1/documents/upload/${session.sessionId}/files/${session.files[0].fileId}/chunks`;
      const type = { "content-type": "application/octet-stream", ...(isDigested && { "content-digest": digest }) };
      return (index) => send(agent, "PUT", `${url}${path}/${index}`, { ...key, ...type }, chunk);
    },
  };
}
