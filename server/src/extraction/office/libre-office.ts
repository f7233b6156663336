import { copyFile, mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runProgram } from "../child/run-program.ts";

/** LibreOffice crashed, took too long, or could not read the file. */
export class ConversionFailed extends Error {}

export interface Conversion {
  path: string;
  /** The file's real extension, which LibreOffice also considers. */
  from: "doc" | "docx" | "ppt";
  to: "pdf" | "pptx";
}

/** A contract of 300 pages takes 10 to 20 seconds; a file that hangs must not use up the time of the whole document. */
const conversionSeconds = 120;

/**
 * Converts a file and returns the path of the result; undefined if LibreOffice is not installed. It runs within the limits of
 * the child process, with a profile that is deleted with the document.
 */
export async function convertWithLibreOffice(
  { path, from, to }: Conversion,
  program: string | undefined,
): Promise<string | undefined> {
  for (const name of program === undefined ? ["soffice", "libreoffice"] : [program]) {
    const folder = await mkdtemp(join(tmpdir(), "libre-office-"));
    const source = join(folder, `document.${from}`);
    await copyFile(path, source);
    const profile = await writeProfile(folder);
    const out = join(folder, "out");
    const isInstalled = await run(name, [
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      ...["--headless", "--norestore", "--nolockcheck", "--nodefault", "--nologo", "--nofirststartwizard"],
      ...["--convert-to", to, "--outdir", out, source],
    ]);
    if (!isInstalled) continue;
    const [result] = await readdir(out).catch(() => []);
    // LibreOffice exits with 0 even if it could not read the file.
    if (result === undefined) throw new ConversionFailed("LibreOffice wrote no file");
    return join(out, result);
  }
  return undefined;
}

/** False if the program is not installed. Throws if it fails or takes too long. */
async function run(program: string, args: string[]): Promise<boolean> {
  const outcome = await runProgram({ program, args, timeoutSeconds: conversionSeconds });
  if (outcome.state === "missing") return false;
  if (outcome.state === "late") throw new ConversionFailed(`LibreOffice took longer than ${conversionSeconds} seconds`);
  if (outcome.code !== 0) throw new ConversionFailed(`LibreOffice exited with ${outcome.code}`);
  return true;
}

/** Forbids macros, active content and external links; other network access goes to a proxy that does not exist. */
async function writeProfile(folder: string): Promise<string> {
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
      // The discard port.
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
