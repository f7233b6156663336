import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { AppError } from "../platform/app-error.ts";
import { analyseDocument } from "../processing/analyse-document.ts";
import type { JobDeps } from "../worker/job-handlers.ts";
import { type ACompany, type AFile, aCompany, aTarget, submit } from "./builders.ts";
import { type Reply, startTestServer, type TestServer } from "./test-server.ts";
import { workerDeps } from "./test-worker.ts";

/** Items per document. */
export const itemCount = 5;

export const aText = (name = "contract.txt"): AFile => ({
  name,
  content: "The subject matter and duration are set out here.\n\nInstructions are documented.",
});

export const exists = (path: string) => readdir(path).catch(() => []);

/** Makes the queue retry the job. */
export const retryableError = () => new AppError("unavailable", "not now");

/** A server, a company, and a worker whose job is called by the test. */
export interface AnalysisFixture {
  server: TestServer;
  company: ACompany;
  worker: JobDeps;
  /** What the worker has logged. */
  faults: string[];
  aDocument(files?: AFile[]): Promise<string>;
  /** As a separate worker process would. */
  analyse(documentId: string, deps?: Partial<JobDeps>, signal?: AbortSignal): Promise<void>;
  resultOf(documentId: string): Promise<Reply["body"]>;
  eventsOf(documentId: string): Promise<string[]>;
  /** No work folders and no unclaimed blobs. */
  assertNothingIsLeft(): Promise<void>;
  close(): Promise<void>;
}

export async function anAnalysisFixture(): Promise<AnalysisFixture> {
  const server = await startTestServer();
  const company = await aCompany(server);
  const { controlId, itemIds } = await aTarget(server, company.key);
  const selectedControlItemIds = JSON.stringify(itemIds.slice(0, itemCount));
  const fields = { businessEntityId: company.businessEntityId, controlId, selectedControlItemIds };
  const { deps: worker, faults } = workerDeps(server);

  async function aDocument(files: AFile[] = [aText()]): Promise<string> {
    const { status, body } = await submit(server, company, fields, files);
    assert.equal(status, 202, JSON.stringify(body));
    return body.documentId;
  }

  function analyse(documentId: string, deps: Partial<JobDeps> = {}, signal = new AbortController().signal) {
    const { companyId } = company;
    return analyseDocument({ ...worker, ...deps, inProgress: new Set() }, { companyId, documentId }, signal);
  }

  async function resultOf(documentId: string) {
    const { status, body } = await server.call(
      `/v1/documents/${documentId}/result?include=quotes,statements,probabilities`,
      {
        key: company.key,
      },
    );
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  }

  const eventsOf = async (documentId: string) =>
    (
      await server.database.query<{ type: string }>(
        "SELECT type FROM events WHERE data ->> 'documentId' = $1 ORDER BY id",
        [documentId],
      )
    ).map(({ type }) => type);

  async function assertNothingIsLeft(): Promise<void> {
    assert.deepEqual(await exists(worker.workRoot), []);
    assert.deepEqual(await server.database.query("SELECT blob_key FROM unclaimed_blobs"), []);
  }

  async function close(): Promise<void> {
    await worker.children.close();
    await server.close();
  }

  return { server, company, worker, faults, aDocument, analyse, resultOf, eventsOf, assertNothingIsLeft, close };
}
