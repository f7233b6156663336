import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { killProcessTree } from "../child/process-tree.ts";

/** LibreOffice was there and did not do it: it crashed, took too long, or found nothing to convert. */
export class ConversionFailed extends Error {}

export interface Conversion {
  path: string;
  /** What the file is, as an ending: LibreOffice looks at names too. */
  from: "doc" | "docx" | "ppt";
  to: "pdf" | "pptx";
}

/** A contract of 300 pages takes it 10 to 20 seconds; one that hangs must not use up the whole document's time. */
const conversionSeconds = 120;

/**
 * What LibreOffice makes of a file, or undefined where it is not installed. It runs as a program of the child: in its
 * limits of time and memory, with a profile of its own that is gone with the document.
 */
export async function convertByLibreOffice(
  { path, from, to }: Conversion,
  program: string | undefined,
): Promise<string | undefined> {
  for (const name of program === undefined ? ["soffice", "libreoffice"] : [program]) {
    const folder = await mkdtemp(join(tmpdir(), "libre-office-"));
    const source = join(folder, `document.${from}`);
    await symlink(path, source);
    const profile = await makeProfile(folder);
    const out = join(folder, "out");
    const isThere = await run(name, [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      ...["--headless", "--norestore", "--nolockcheck", "--nodefault", "--nologo", "--nofirststartwizard"],
      ...["--convert-to", to, "--outdir", out, source],
    ]);
    if (!isThere) continue;
    const [made] = await readdir(out).catch(() => []);
    // It ends with 0 even when it could not read the file.
    if (made === undefined) throw new ConversionFailed("LibreOffice made no file");
    return join(out, made);
  }
  return undefined;
}

/** Whether the program is there; it has ended by itself, or this throws. */
async function run(program: string, args: string[]): Promise<boolean> {
  const child = spawn(program, args, { stdio: "ignore" });
  const ended = once(child, "close") as Promise<[number | null]>;
  let isLate = false;
  const clock = setTimeout(() => {
    isLate = true;
    void killProcessTree(child.pid);
  }, conversionSeconds * 1000);
  try {
    const [code] = await ended;
    if (isLate) throw new ConversionFailed(`LibreOffice took longer than ${conversionSeconds} seconds`);
    if (code !== 0) throw new ConversionFailed(`LibreOffice ended with ${code}`);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  } finally {
    clearTimeout(clock);
  }
}

/**
 * The settings it starts with. A document may name pictures, templates and macros elsewhere: none is fetched or run,
 * and what asks for the network in another way finds a proxy that nobody answers at.
 */
async function makeProfile(folder: string): Promise<string> {
  const item = (path: string, name: string, value: string) =>
    `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
  const settings = [
    item("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    item("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
    item("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    item("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
    item("Office.Writer/Content/Update", "Link", "0"),
    item("Inet/Settings", "ooInetProxyType", "2"),
    ...["HTTP", "HTTPS", "FTP"].flatMap((kind) => [
      item("Inet/Settings", `ooInet${kind}ProxyName`, "127.0.0.1"),
      // The port that discards.
      item("Inet/Settings", `ooInet${kind}ProxyPort`, "9"),
    ]),
  ];
  const profile = join(folder, "profile");
  await mkdir(join(profile, "user"), { recursive: true });
  await writeFile(
    join(profile, "user", "registrymodifications.xcu"),
    `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${settings.join("\n")}
</oor:items>
`,
  );
  return profile;
}
