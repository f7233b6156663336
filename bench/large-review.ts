import { systemClock } from "../server/src/platform/clock.ts";
import { encryptionKeyBytes, makeEncryption } from "../server/src/platform/encryption.ts";
import type { Id, IdSource } from "../server/src/platform/ids.ts";
import { openDatabase } from "../server/src/postgres/database.ts";
import { openQueue } from "../server/src/postgres/pg-boss-queue.ts";
import { type aFrameworkOf, seedDocuments } from "../server/src/testing/seeded-review.ts";

interface LargeReview {
  company: { companyId: string; businessEntityId: string };
  framework: ReturnType<typeof aFrameworkOf>;
  fileNames: string[];
}

/** Writes a review with findings of every item of the framework's first control in each file, directly into the database. */
export async function seedLargeReview(
  { databaseUrl, ids }: { databaseUrl: string; ids: IdSource },
  { company, framework, fileNames }: LargeReview,
): Promise<{ reviewId: string; documentIds: string[] }> {
  const queue = await openQueue({ url: databaseUrl, isWorker: false, onError: console.error });
  const encryption = makeEncryption(Buffer.alloc(encryptionKeyBytes));
  const db = openDatabase({ url: databaseUrl, encryption, queue, poolSize: 2, onIdleError: console.error });
  const at = systemClock.now();
  const { companyId, businessEntityId } = company as { companyId: Id; businessEntityId: Id };
  const controlId = framework.controls[0]?.id ?? "";
  const review = {
    ...{ id: ids.next(), companyId, businessEntityId, frameworkId: framework.id, controlId, name: "Large" },
    ...{ scope: "Everything", reviewDate: at, createdAt: at, updatedAt: undefined },
  };
  await db.reviews.insert(review);
  const query = async (text: string, values: unknown[]) => (await db.pool.query(text, values)).rows;
  const reviewId = review.id;
  const documentIds = await seedDocuments(query, () => ids.next(), { companyId, reviewId, controlId, fileNames });
  await db.close();
  await queue.close();
  return { reviewId, documentIds };
}
