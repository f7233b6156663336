import type { Transactional } from "../platform/transactional.ts";

/**
 * Lists read scores that are stored with documents and reviews. Whoever changes a document stores them; what an older
 * process has left out, and what a changed catalogue counts differently, is completed here.
 */
export interface ScoreStore {
  /** Returns how many documents were completed, with their reviews; 0: none is left. */
  completeDocuments(limit: number): Promise<number>;
  /** Returns how many reviews were scored again; 0: none is left. */
  scoreReviews(limit: number): Promise<number>;
}

const perBatch = 200;

export async function completeScores(
  { db }: { db: Transactional<{ scores: ScoreStore }> },
  signal: AbortSignal,
): Promise<void> {
  for (const complete of ["completeDocuments", "scoreReviews"] as const) {
    for (let completed = 1; completed > 0; ) {
      signal.throwIfAborted();
      completed = await db.transaction(({ scores }) => scores[complete](perBatch));
    }
  }
}
