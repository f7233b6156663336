import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { licenceOf } from "./licences.ts";

const root = join(import.meta.dirname, "..");
export const sbomFile = join(root, "sbom.cdx.json");

interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
}

export interface ShippedPackage {
  name: string;
  version: string;
}

function nameOf(path: string, { name }: LockedPackage): string {
  return name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

async function readShipped(): Promise<(LockedPackage & ShippedPackage)[]> {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, LockedPackage>;
  };
  const shipped = new Map<string, LockedPackage & ShippedPackage>();
  for (const [path, locked] of Object.entries(packages)) {
    // Our own workspaces are outside node_modules.
    if (!path.includes("node_modules/") || locked.dev || locked.link || locked.version === undefined) continue;
    const name = nameOf(path, locked);
    shipped.set(`${name}@${locked.version}`, { ...locked, name, version: locked.version });
  }
  return [...shipped.keys()].sort().flatMap((key) => shipped.get(key) ?? []);
}

export async function listShippedPackages(): Promise<ShippedPackage[]> {
  return (await readShipped()).map(({ name, version }) => ({ name, version }));
}

/** What is shipped, as a CycloneDX bill of materials. The same lock file gives the same bytes. */
export async function sbomText(): Promise<string> {
  const { version, license } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as Record<string, string>;
  const packages = await readShipped();
  const components = packages.map(({ name, version, license, integrity, optional }) => {
    const purl = `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
    const licence = licenceOf(name, license);
    const isExpression = / (AND|OR|WITH) /.test(licence);
    return {
      type: "library",
      "bom-ref": purl,
      name,
      version,
      scope: optional ? "optional" : "required",
      ...(integrity !== undefined && { hashes: toHashes(integrity) }),
      licenses: [isExpression ? { expression: licence } : { license: { id: licence } }],
      purl,
    };
  });
  const own = `pkg:npm/assay@${version}`;
  const sbom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${toUuid(JSON.stringify(components))}`,
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": own,
        name: "assay",
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components,
    dependencies: [{ ref: own, dependsOn: components.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

function toHashes(integrity: string): { alg: string; content: string }[] {
  const algorithms: Record<string, string> = { sha512: "SHA-512", sha256: "SHA-256", sha1: "SHA-1" };
  return integrity.split(/\s+/).flatMap((one) => {
    const [name = "", ...rest] = one.split("-");
    const alg = algorithms[name];
    return alg === undefined ? [] : [{ alg, content: Buffer.from(rest.join("-"), "base64").toString("hex") }];
  });
}

/** A name-based UUID, version 8: the serial number changes with the content only. */
function toUuid(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
