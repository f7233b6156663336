import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { startEmbeddedPostgres } from "../server/src/postgres/embedded-postgres.ts";
import { startTestS3 } from "../server/src/testing/s3-server.ts";
import { until } from "../server/src/testing/until.ts";
import { type AssayProcess, aDataDirectory, aFreePort, spawnAssay, withoutLimits } from "./assay-process.ts";

/** Partner limits stay, because they are counted across nodes. */
const { ASSAY_RATE_COMPANY_PER_MINUTE, ASSAY_RATE_ADDRESS_PER_MINUTE } = withoutLimits;

const apiAddresses = ["127.0.0.2", "127.0.0.3"];
const workerCount = 3;

export interface Cluster {
  databaseUrl: string;
  apis: AssayProcess[];
  workers: AssayProcess[];
  adminToken: string;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Starts a new process at the address of a stopped one; resolves when it is ready. */
  replaceApi(index: number): Promise<void>;
  replaceWorker(index: number): Promise<void>;
  /** Starts a process without waiting until it is ready. */
  spawn(role: "api" | "worker", host?: string): Promise<AssayProcess>;
  close(): Promise<void>;
}

/**
 * A deployment for several machines: PostgreSQL over TCP, an S3-compatible store, two API processes with their own addresses and
 * three workers, each with its own data directory. All processes start together on an empty database.
 */
export async function startCluster(): Promise<Cluster> {
  const data = await aDataDirectory();
  const s3 = await startTestS3();
  // A loopback address of its own, because the launcher does not change the port.
  const host = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
  const postgres = await startEmbeddedPostgres({
    ...{ dataDirectory: data.path, password: "cluster" },
    settings: [`listen_addresses=${host}`, "fsync=off", "synchronous_commit=off", "full_page_writes=off"],
    onProblem: (message) => assert.fail(message),
  });
  const databaseUrl = `postgresql://assay:cluster@${host}:5432/assay`;
  const adminToken = "cluster-administrator-token-0123456789";
  const { bucket, endpoint = "", accessKeyId = "", secretAccessKey = "" } = s3.settings;
  const shared = {
    DATABASE_URL: databaseUrl,
    ...{ ASSAY_S3_BUCKET: bucket, ASSAY_S3_ENDPOINT: endpoint },
    ...{ AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    ASSAY_CHUNK_SIZE_BYTES: String(5 * 1024 * 1024),
    ASSAY_ADMIN_TOKEN: adminToken,
    ASSAY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ASSAY_WEBHOOK_ALLOW_PRIVATE: "true",
    ASSAY_WORKER_CONCURRENCY: "1",
    ...{ ASSAY_RATE_COMPANY_PER_MINUTE, ASSAY_RATE_ADDRESS_PER_MINUTE },
  };
  const everyProcess: AssayProcess[] = [];
  const spawn = async (role: "api" | "worker", address = "127.0.0.1", port?: string) => {
    const own = await mkdtemp(join(data.path, "process-"));
    const env = { ...shared, HOST: address, PORT: port ?? String(await aFreePort()), ASSAY_DATA_DIR: own };
    const assay = spawnAssay(env, ["--role", role]);
    everyProcess.push(assay);
    return assay;
  };
  const isHealthy = async ({ url }: AssayProcess) => (await fetch(`${url}/health`).catch(() => undefined))?.ok ?? false;
  const waitUntilReady = async (assay: AssayProcess, isReady: () => Promise<boolean> | boolean) => {
    await until(() => {
      assert.equal(assay.child.exitCode, null, assay.output());
      return isReady();
    }, 60);
  };
  const waitForApi = (api: AssayProcess) => waitUntilReady(api, () => isHealthy(api));
  const waitForWorker = (worker: AssayProcess) => waitUntilReady(worker, () => worker.output().includes("is working"));

  const client = new Client({ connectionString: databaseUrl });
  const close = async () => {
    for (const { child } of everyProcess) child.kill("SIGKILL");
    await Promise.all(everyProcess.map(({ ended }) => ended));
    await client.end();
    await postgres.stop();
    await s3.close();
    await data.remove();
  };
  try {
    await client.connect();
    const apis = await Promise.all(apiAddresses.map((address) => spawn("api", address)));
    const workers = await Promise.all(Array.from({ length: workerCount }, () => spawn("worker")));
    await Promise.all([...apis.map(waitForApi), ...workers.map(waitForWorker)]);
    return {
      ...{ databaseUrl, adminToken, apis, workers, spawn, close },
      query: async (text, values) => (await client.query(text, values)).rows,
      async replaceApi(index) {
        const { hostname, port } = new URL(apis[index]?.url ?? "");
        const fresh = await spawn("api", hostname, port);
        apis[index] = fresh;
        await waitForApi(fresh);
      },
      async replaceWorker(index) {
        const fresh = await spawn("worker");
        workers[index] = fresh;
        await waitForWorker(fresh);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: response bodies of all routes
  body: any;
}

export interface Call {
  key?: string;
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is a form or bytes. */
  body?: object;
}

export async function call(url: string, { key, method, headers, body }: Call = {}): Promise<Answer> {
  const isPlain = body !== undefined && !(body instanceof FormData) && !(body instanceof Uint8Array);
  const answer = await fetch(url, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(key !== undefined && { "x-api-key": key }),
      ...(isPlain && { "content-type": "application/json" }),
      ...(body instanceof Uint8Array && { "content-type": "application/octet-stream" }),
      ...headers,
    },
    ...(body !== undefined && { body: isPlain ? JSON.stringify(body) : (body as FormData) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === "" ? undefined : JSON.parse(text) };
}

/** Returns the body of a successful response; any other fails the test. */
export async function callOk(url: string, options: Call = {}): Promise<Answer["body"]> {
  const { status, body } = await call(url, options);
  assert.ok(status < 300, `${options.method ?? ""} ${url} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export interface ClusterCompany {
  partner: { partnerId: string; apiKey: string };
  companyId: string;
  key: string;
  /** A new review against some items of one control. */
  target: { businessEntityId: string; controlId: string; selectedControlItemIds: string };
  complianceFrameworkId: string;
}

export async function createClusterCompany({ apis, adminToken }: Cluster, itemCount: number): Promise<ClusterCompany> {
  const url = apis[0]?.url;
  const headers = { authorization: `Bearer ${adminToken}` };
  const partner = await callOk(`${url}/v1/admin/partners`, { headers, body: { name: "Consultancy" } });
  const company = await callOk(`${url}/v1/onboard`, { key: partner.apiKey, body: { name: "Acme GmbH" } });
  const key: string = company.companyApiKey;
  const { frameworks } = await callOk(`${url}/v1/compliance-frameworks`, { key });
  const controlId = frameworks[0].controls[0].id;
  const { items } = await callOk(`${url}/v1/controls/${controlId}/items`, { key });
  const chosen = items.filter(({ isObsolete }: { isObsolete: boolean }) => !isObsolete).slice(0, itemCount);
  return {
    partner,
    ...{ companyId: company.companyId, key, complianceFrameworkId: frameworks[0].id },
    target: {
      businessEntityId: company.businessEntityId,
      controlId,
      selectedControlItemIds: JSON.stringify(chosen.map(({ id }: { id: string }) => id)),
    },
  };
}

export async function submitText(url: string, { key, target }: ClusterCompany, text: string): Promise<string> {
  const form = new FormData();
  form.append("files[]", new Blob([text]), "terms.txt");
  const { documentId } = await callOk(`${url}/v1/documents/submit?${new URLSearchParams(target)}`, { key, body: form });
  return documentId;
}
