import { isAbsolute, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ProgramRun } from "./run-program.ts";

const tesseractWords = ["stdout", "--tessdata-dir", "-l", "--oem", "1", "--psm", "3", "--dpi", "200", "-c"];
const tesseractPatterns = [/^[a-z]{3}(\+[a-z]{3})*$/, /^tessedit_create_hocr=1$/];
const officeWords = [
  ...["--headless", "--norestore", "--nolockcheck", "--nodefault", "--nologo", "--nofirststartwizard"],
  ...["--convert-to", "pdf", "pptx", "--outdir"],
];
const profilePrefix = "-env:UserInstallation=";
const maxSeconds = 600;

/** Whether a child may have this program run: only the arguments that our readers pass, and only paths in its own folder. */
export function isNamedProgram({ program, args, timeoutSeconds }: ProgramRun, own: string, office?: string): boolean {
  const isInside = (path: string) => isAbsolute(path) && normalize(path) === path && path.startsWith(own + sep);
  if (!(timeoutSeconds > 0 && timeoutSeconds <= maxSeconds)) return false;
  if (program === "tesseract")
    return args.every(
      (one) => tesseractWords.includes(one) || tesseractPatterns.some((p) => p.test(one)) || isInside(one),
    );
  const offices = office === undefined || office === "" ? ["soffice", "libreoffice"] : [office];
  if (!offices.includes(program)) return false;
  return args.every(
    (one) =>
      officeWords.includes(one) ||
      isInside(one) ||
      (one.startsWith(`${profilePrefix}file:///`) && isInside(fileURLToPath(one.slice(profilePrefix.length)))),
  );
}
