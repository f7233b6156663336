import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@hey-api/openapi-ts";
import openapiTS, { astToString } from "openapi-typescript";
import { generate } from "orval";

/** Generates a client with each of three generators, and returns their folders by the generator's name. */
export async function generateClients(description: string, folder: string): Promise<Record<string, string>> {
  const folders = {
    "openapi-typescript": join(folder, "types"),
    "hey-api": join(folder, "hey"),
    orval: join(folder, "orval"),
  };
  for (const one of Object.values(folders)) await mkdir(one, { recursive: true });
  const nodes = await openapiTS(JSON.parse(await readFile(description, "utf8")));
  await writeFile(join(folders["openapi-typescript"], "api.ts"), astToString(nodes));
  await createClient({
    input: description,
    output: folders["hey-api"],
    plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
    logs: { level: "silent" },
  });
  await generate({
    input: description,
    output: { target: join(folders.orval, "api.ts"), client: "fetch", mode: "split" },
  });
  return folders;
}
