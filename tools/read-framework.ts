import { readFile, stat } from "node:fs/promises";
import { fromOscal, isOscal } from "../server/src/catalogue/oscal-import.ts";
import { readFrameworkFolder } from "../server/src/catalogue/shipped-catalogue.ts";

/** A framework, a single control, a framework's folder or an OSCAL catalog; unchecked. */
export async function readFramework(path: string): Promise<unknown> {
  if (!(await stat(path).catch(() => undefined))?.isDirectory()) return asFramework(await readJson(path));
  return readFrameworkFolder(path);
}

/** A control alone is read as if it were the only one of a framework. */
function asFramework(value: unknown): unknown {
  if (isOscal(value)) return fromOscal(value);
  const isControl = typeof value === "object" && value !== null && "clusters" in value && !("controls" in value);
  if (!isControl) return value;
  return { id: "00000000000000000000000000", code: "CHECK", name: "Check", version: "1", controls: [value] };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new Error(
      error instanceof SyntaxError
        ? `is not valid JSON: ${error.message}`
        : `cannot be read: ${(error as Error).message}`,
    );
  }
}
