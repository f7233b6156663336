// npm run verify-records [-- COMPANY_ID…]     verifies the chains of records and of the audit log, and reports where they are broken
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { verifyAnchors } from "../server/src/anchors/verify-anchors.ts";
import { anchorFileName, makeAnchorSigner } from "../server/src/compose-anchors.ts";
import { readLines } from "../server/src/data-directory/anchor-file.ts";
import { systemClock } from "../server/src/platform/clock.ts";
import { isId } from "../server/src/platform/ids.ts";
import { verifyChain } from "../server/src/records/verify-chain.ts";
import { explainProblem, openStoredData, type StoredData } from "./stored-data.ts";

const usage = `Usage:
  npm run verify-records                  check the records of every company
  npm run verify-records -- COMPANY_ID…   of these companies only
The audit log and all records are compared with the anchors, too: those in the database and those of the data directory, or of
the file that ASSAY_ANCHOR_FILE names, such as a copy from elsewhere.
Exits with 1 when a record, a result or an audit entry was changed.`;

async function verify(chosen: string[]): Promise<boolean> {
  const data = await openStoredData();
  try {
    const { records } = data.db;
    const companies = chosen.length > 0 ? chosen : await records.listCompanies();
    let isValid = true;
    for (const companyId of companies) {
      const { length, problems } = await verifyChain(records, companyId);
      console.log(`${companyId}: ${length} record(s), ${problems.length === 0 ? "all valid" : "CHANGED"}`);
      for (const { position, documentId, problem } of problems) {
        const where = [position && `record ${position}`, documentId && `document ${documentId}`].filter(Boolean);
        console.log(`  ${[where.join(", "), problem].filter((part) => part !== "").join(": ")}`);
      }
      if (problems.length > 0) isValid = false;
    }
    return (await checkAnchors(data)) && isValid;
  } finally {
    await data.close();
  }
}

async function checkAnchors({ config, db }: StoredData): Promise<boolean> {
  const directory = resolve(config.dataDirectory);
  const stored = await readFile(join(directory, "encryption-key"), "utf8").catch(() => undefined);
  const key = config.encryptionKey ?? (stored && Buffer.from(stored.trim(), "base64url"));
  if (!key)
    throw new Error("The anchors' key is missing: set ASSAY_ENCRYPTION_KEY or ASSAY_DATA_DIR as for the service.");
  const file = process.env["ASSAY_ANCHOR_FILE"] ?? join(directory, anchorFileName);
  const kept = await readLines(file);
  const check = await verifyAnchors({ db, signer: makeAnchorSigner(key), clock: systemClock }, kept);
  const verdict = check.problems.length === 0 ? "all valid" : "CHANGED";
  console.log(
    `${check.anchors} anchor(s), ${kept.length} of them in ${file}; audit log: ${check.links} link(s): ${verdict}`,
  );
  for (const problem of check.problems) console.log(`  ${problem}`);
  return check.problems.length === 0;
}

const chosen = process.argv.slice(2);
if (!chosen.every(isId)) {
  console.error(usage);
  process.exitCode = 2;
} else {
  process.exitCode = await verify(chosen).then(
    (isValid) => (isValid ? 0 : 1),
    (error: unknown) => {
      console.error(explainProblem(error));
      return 2;
    },
  );
}
