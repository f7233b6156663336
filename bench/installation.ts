import { join } from "node:path";
import { Client, type QueryResultRow } from "pg";
import { type AssayProcess, aFreePort, spawnAssay, startAssay, withoutLimits } from "../e2e/assay-process.ts";
import { until } from "../server/src/testing/until.ts";
import { startBenchDatabase } from "./bench-database.ts";

/** PostgreSQL, an API process and workers, as on several machines. */
export interface Installation {
  url: string;
  api: AssayProcess;
  folder: string;
  addWorker(): Promise<AssayProcess>;
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  postgresPid(): Promise<number>;
  stop(): Promise<void>;
}

const adminToken = "bench-administrator-token-0123456789";
const startSeconds = 60;

export async function startInstallation(settings: Record<string, string> = {}): Promise<Installation> {
  const database = await startBenchDatabase();
  const shared = {
    DATABASE_URL: database.url,
    ASSAY_DATA_DIR: join(database.dataDirectory, "assay"),
    ASSAY_ADMIN_TOKEN: adminToken,
    ...withoutLimits,
    ...settings,
  };
  const processes: AssayProcess[] = [];
  const client = new Client({ connectionString: database.url, application_name: "bench" });
  const stop = async () => {
    for (const { child } of processes) child.kill("SIGTERM");
    await Promise.all(processes.map(({ ended }) => ended));
    await client.end().catch(() => undefined);
    await database.close();
  };
  // The processes would outlive this one otherwise.
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  try {
    const migrated = spawnAssay({ ...shared, PORT: "0" }, ["--role", "migrate"]);
    if ((await migrated.ended) !== 0) throw new Error(migrated.output());
    const api = await startAssay(shared, ["--role", "api"], join(database.dataDirectory, "api.log"));
    processes.push(api);
    await client.connect();
    return {
      url: api.url,
      api,
      folder: shared.ASSAY_DATA_DIR,
      async addWorker() {
        const metricsPort = String(await aFreePort());
        const log = join(database.dataDirectory, `worker-${processes.length}.log`);
        const env = { ...shared, PORT: "0", ASSAY_METRICS_PORT: metricsPort };
        const worker = spawnAssay(env, ["--role", "worker"], log);
        processes.push(worker);
        const answers = () =>
          fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(
            (one) => one.ok,
            () => false,
          );
        await until(answers, startSeconds);
        return worker;
      },
      query: async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
        (await client.query<Row>(text, values)).rows,
      postgresPid: () => database.pid(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export async function call<Body>(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Body> {
  const isForm = body instanceof FormData;
  const answer = await fetch(url, {
    method,
    headers: { ...(body !== undefined && !isForm && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as Body;
}

/** A company with a control and its items. */
export interface Submitter {
  key: Record<"x-api-key", string>;
  companyId: string;
  businessEntityId: string;
  frameworkId: string;
  controlId: string;
  itemIds: string[];
}

interface FrameworkList {
  frameworks: { id: string; controls: { id: string; code: string }[] }[];
}

export async function onboard(
  url: string,
  count: number,
  controlCode: string,
  token = adminToken,
): Promise<Submitter[]> {
  const admin = { authorization: `Bearer ${token}` };
  const { apiKey } = await call<{ apiKey: string }>("POST", `${url}/v1/admin/partners`, admin, { name: "Bench" });
  const submitters: Submitter[] = [];
  for (let at = 0; at < count; at++) {
    const company = await call<{ companyId: string; businessEntityId: string; companyApiKey: string }>(
      "POST",
      `${url}/v1/onboard`,
      { "x-api-key": apiKey },
      { name: `Company ${at}` },
    );
    const { companyId, businessEntityId } = company;
    const key = { "x-api-key": company.companyApiKey };
    const { frameworks } = await call<FrameworkList>("GET", `${url}/v1/compliance-frameworks`, key);
    const framework = frameworks.find(({ controls }) => controls.some(({ code }) => code === controlCode));
    const controlId = framework?.controls.find(({ code }) => code === controlCode)?.id;
    if (framework === undefined || controlId === undefined) throw new Error(`there is no control ${controlCode}`);
    const { items } = await call<{ items: { id: string }[] }>("GET", `${url}/v1/controls/${controlId}/items`, key);
    const itemIds = items.map(({ id }) => id);
    submitters.push({ key, companyId, businessEntityId, frameworkId: framework.id, controlId, itemIds });
  }
  return submitters;
}

export async function submit(
  url: string,
  { key, businessEntityId, controlId, itemIds }: Submitter,
  file: { name: string; bytes: Buffer },
  items: number,
): Promise<string> {
  const chosen = JSON.stringify(itemIds.slice(0, items));
  const query = new URLSearchParams({ businessEntityId, controlId, selectedControlItemIds: chosen });
  const form = new FormData();
  form.append("files[]", new Blob([new Uint8Array(file.bytes)]), file.name);
  return (await call<{ documentId: string }>("POST", `${url}/v1/documents/submit?${query}`, key, form)).documentId;
}
