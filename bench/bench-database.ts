import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { aDataDirectory } from "../e2e/assay-process.ts";
import { startEmbeddedPostgres } from "../server/src/postgres/embedded-postgres.ts";

/** A PostgreSQL for one benchmark, in a data directory that the service shares. */
export interface BenchDatabase {
  url: string;
  dataDirectory: string;
  /** Of the postmaster, whose children are the sessions. */
  pid(): Promise<number>;
  /** Stops PostgreSQL and removes the data directory. */
  close(): Promise<void>;
}

export async function startBenchDatabase(): Promise<BenchDatabase> {
  const data = await aDataDirectory();
  const folder = join(data.path, "postgres");
  // The database's account needs to traverse the folder.
  await mkdir(folder, { mode: 0o711 });
  const onProblem = (message: string) => console.error(message);
  const postgres = await startEmbeddedPostgres({ dataDirectory: folder, password: "bench", onProblem });
  return {
    url: postgres.url,
    dataDirectory: data.path,
    pid: async () => Number((await readFile(join(folder, "postgres", "postmaster.pid"), "utf8")).split("\n")[0]),
    async close() {
      await postgres.stop();
      await data.remove();
    },
  };
}
