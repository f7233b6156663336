import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { aDataDirectory } from "../e2e/assay-process.ts";
import { startEmbeddedPostgres } from "../server/src/postgres/embedded-postgres.ts";

/** A PostgreSQL of its own, in a data directory that has room for the service's files beside it. */
export interface BenchDatabase {
  url: string;
  dataDirectory: string;
  /** Of the one process that listens: every session is a child of it. */
  pid(): Promise<number>;
  /** Stops it and removes the data directory. */
  close(): Promise<void>;
}

export async function startBenchDatabase(): Promise<BenchDatabase> {
  const data = await aDataDirectory();
  const folder = join(data.path, "postgres");
  // The database's account must be able to pass through.
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
