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

/** With digests, the service hashes what arrives and compares; the digest itself costs this client nothing. */
export async function ours(url: string, adminToken: string, isDigested = false): Promise<Subject> {
  const agent = new Agent();
  const json = { "content-type": "application/json" };
  const call = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    return JSON.parse((await send(agent, method, url + path, { ...json, ...headers }, payload)).body);
  };
  const admin = { authorization: `Bearer ${adminToken}` };
  const { apiKey } = await call("POST", "/v1/admin/partners", admin, { name: "Bench" });
  const company = await call("POST", "/v1/onboard", { "x-api-key": apiKey }, { name: "Acme GmbH" });
  const key = { "x-api-key": company.companyApiKey as string };
  const { frameworks } = await call("GET", "/v1/compliance-frameworks", key);
  return {
    name: "ours",
    async begin(agent, sizeBytes) {
      const session = await call("POST", "/v1/documents/upload/start", key, {
        files: [{ fileName: "file", fileSize: sizeBytes }],
        businessEntityId: company.businessEntityId,
        complianceFrameworkId: frameworks[0].id,
        controlId: frameworks[0].controls[0].id,
      });
      const path = `/v1/documents/upload/${session.sessionId}/files/${session.files[0].fileId}/chunks`;
      const type = { "content-type": "application/octet-stream", ...(isDigested && { "content-digest": digest }) };
      return (index) => send(agent, "PUT", `${url}${path}/${index}`, { ...key, ...type }, chunk);
    },
  };
}
