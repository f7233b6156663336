// npm run rotate-keys     wraps every blob's key with the first of ASSAY_BLOB_KEYS; the files stay unchanged
import { unwrapKey, wrapKey } from "../server/src/blobs/key-ring.ts";
import { StartProblem } from "../server/src/platform/start-problem.ts";
import { explainProblem, openStoredData } from "./stored-data.ts";

const batchSize = 500;

async function rotate(): Promise<number> {
  const { config, db, close } = await openStoredData();
  try {
    const masters = config.blobKeys;
    const [current] = masters;
    if (current === undefined)
      throw new StartProblem("ASSAY_BLOB_KEYS is not set: name the new key first, then the old.");
    let done = 0;
    for (;;) {
      const others = await db.blobKeys.listOthers(current.id, batchSize);
      if (others.length === 0) return done;
      for (const { blobKey, ...wrapped } of others)
        await db.blobKeys.rewrap(blobKey, wrapKey(current, blobKey, unwrapKey(masters, blobKey, wrapped)));
      done += others.length;
    }
  } finally {
    await close();
  }
}

process.exitCode = await rotate().then(
  (count) => {
    console.log(`${count} key(s) are now wrapped with the first of ASSAY_BLOB_KEYS; the others are no longer needed.`);
    return 0;
  },
  (error: unknown) => {
    console.error(explainProblem(error));
    return 1;
  },
);
