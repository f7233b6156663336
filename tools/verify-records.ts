// npm run verify-records [-- COMPANY_ID…]     verifies each company's chain of records and reports where it is broken
import { isId } from "../server/src/platform/ids.ts";
import { verifyChain } from "../server/src/records/verify-chain.ts";
import { explainProblem, openStoredData } from "./stored-data.ts";

const usage = `Usage:
  npm run verify-records                  check the records of every company
  npm run verify-records -- COMPANY_ID…   of these companies only
Exits with 1 when a record or a result was changed.`;

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
    return isValid;
  } finally {
    await data.close();
  }
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
