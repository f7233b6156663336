import assert from "node:assert/strict";
import {
  type ACompany,
  type AFile,
  type ATarget,
  aCompany,
  aForm,
  aTarget,
  type Fields,
  storedFiles,
  submit,
} from "./builders.ts";
import { type TestClock, testClock } from "./test-clock.ts";
import { type Call, type Reply, startTestServer, type TestServer } from "./test-server.ts";
import { until } from "./until.ts";

export const megabyte = 1024 * 1024;

/** A form with files of so many megabytes of zeros. */
export function* largeForm(...sizes: number[]): Iterable<Buffer> {
  const piece = Buffer.alloc(megabyte);
  const [start = "", end = ""] = aForm([aFile("large.bin", "CONTENT")])
    .payload.toString("latin1")
    .split("CONTENT");
  const closing = end.slice(2);
  for (const size of sizes) {
    yield Buffer.from(start, "latin1");
    for (let i = 0; i < size; i++) yield piece;
    yield Buffer.from("\r\n");
  }
  yield Buffer.from(closing, "latin1");
}

export const aFile = (name: AFile["name"] = "contract.txt", content: AFile["content"] = "Some words."): AFile => ({
  name,
  content,
});

/** A listening server, a company and a control to submit against. */
export interface SubmissionFixture {
  server: TestServer;
  company: ACompany;
  target: ATarget;
  clock: TestClock;
  address: string;
  newReview(): Fields;
  send(files: AFile[], call?: Call): Promise<Reply>;
  resultOf(documentId: string): Promise<Reply["body"]>;
  /** Counts of everything that a submission could leave behind. */
  countLeftovers(): Promise<Record<string, number> & { bytes: number; documents: number }>;
  /** A repeated request is answered before its blobs are removed. */
  isTidy(): Promise<boolean>;
  refused(reply: () => Promise<Reply>, status: number, message: RegExp): Promise<void>;
  /** Over a real connection, for bodies that do not fit in memory. */
  stream(pieces: () => Iterable<Buffer>): Promise<Reply>;
}

export async function aSubmissionFixture(): Promise<SubmissionFixture> {
  const clock = testClock();
  const server = await startTestServer({ clock });
  const company = await aCompany(server);
  const target = await aTarget(server, company.key);
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });

  const newReview = (): Fields => ({ businessEntityId: company.businessEntityId, controlId: target.controlId });
  const send = (files: AFile[], call: Call = {}) => submit(server, company, newReview(), files, call);
  const resultOf = async (documentId: string) =>
    (await server.call(`/v1/documents/${documentId}/result`, { key: company.key })).body;

  async function countLeftovers(): Promise<Record<string, number> & { bytes: number; documents: number }> {
    const [rows = {}] = await server.database.query<Record<string, string>>(
      `SELECT (SELECT count(*) FROM documents) AS documents, (SELECT count(*) FROM document_files) AS files,
            (SELECT count(*) FROM document_items) AS items, (SELECT count(*) FROM compliance_reviews) AS reviews,
            (SELECT count(*) FROM unclaimed_blobs) AS unclaimed, (SELECT count(*) FROM events) AS events,
            (SELECT count(*) FROM pgboss.job WHERE name = 'analyse-document') AS jobs`,
    );
    const counts = Object.entries(rows).map(([what, count]) => [what, Number(count)]);
    return { documents: 0, ...Object.fromEntries(counts), bytes: (await storedFiles(server)).length };
  }

  const isTidy = async () => {
    const text = "SELECT 1 FROM unclaimed_blobs WHERE blob_key NOT IN (SELECT blob_key FROM upload_files)";
    return (await server.database.query(text)).length === 0;
  };

  async function refused(reply: () => Promise<Reply>, status: number, message: RegExp): Promise<void> {
    await until(isTidy);
    const before = await countLeftovers();
    const { status: found, body, text } = await reply();
    assert.equal(found, status, text);
    assert.match(body.message, message);
    assert.deepEqual(await countLeftovers(), before, "something was left over");
  }

  async function stream(pieces: () => Iterable<Buffer>): Promise<Reply> {
    const query = new URLSearchParams(newReview() as Record<string, string>);
    const answer = await fetch(`${address}/v1/documents/submit?${query}`, {
      method: "POST",
      headers: { "x-api-key": company.key, ...aForm([]).headers },
      body: ReadableStream.from(pieces()),
      duplex: "half",
    } as RequestInit);
    const text = await answer.text();
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: JSON.parse(text), text };
  }

  return {
    server,
    company,
    target,
    clock,
    address,
    newReview,
    send,
    resultOf,
    countLeftovers,
    isTidy,
    refused,
    stream,
  };
}
