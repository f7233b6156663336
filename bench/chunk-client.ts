import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

/** The plainest client that uploads by chunks: one connection, one request after the other, nothing checked on the way. */

export const chunkBytes = 8 * 1024 * 1024;
/** Sent over and over: making bytes must not cost what sending them costs. */
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

/** One way of uploading: what comes before the bytes, and how each chunk is sent. */
export interface Subject {
  name: string;
  begin(agent: Agent, sizeBytes: number): Promise<(index: number) => Promise<Answer>>;
}

/** Whose uploads they are, and what for. */
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

/** A company of its own, with a control to be reviewed against. */
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

/** With digests, the service hashes what arrives and compares; the digest itself costs this client nothing. */
export function ours(url: string, { companyApiKey, target }: Uploader, isDigested = false): Subject {
  const key = { "x-api-key": companyApiKey };
  return {
    name: "ours",
    async begin(agent, sizeBytes) {
      const files = [{ fileName: "file", fileSize: sizeBytes }];
      const session = await call("POST", `${url}/v1/documents/upload/start`, key, { files, ...target });
      const path = `/v1/documents/upload/${session.sessionId}/files/${session.files[0].fileId}/chunks`;
      const type = { "content-type": "application/octet-stream", ...(isDigested && { "content-digest": digest }) };
      return (index) => send(agent, "PUT", `${url}${path}/${index}`, { ...key, ...type }, chunk);
    },
  };
}
