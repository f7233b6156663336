import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Assay } from "@assay/sdk";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createMcpServer, type McpOptions } from "./mcp-server.ts";

/** Serves the tools on standard input and output until `signal` ends it or the client closes its end. */
export async function serveMcpOverStdio(
  assay: Assay,
  version: string,
  options: Omit<McpOptions, "readFile">,
  signal: AbortSignal,
): Promise<void> {
  const read = async (path: string) => ({ name: basename(path), content: new Blob([await readFile(path)]) });
  const handle = serveStdio(() => createMcpServer(assay, version, { ...options, readFile: read }));
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await handle.close();
}
