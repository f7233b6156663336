import { PriorityQueue } from "./priority-queue.ts";

/** The round numbers of submitted documents (docs/decisions/0009). */
export interface QueueRounds {
  /**
   * `greatest(max(queue_round) + 1 of the company's, min(queue_round) of all, 0)` of the documents that have not ended, as in
   * server/src/postgres/document-store.ts.
   */
  give(company: number): number;
  /** A document of that company with that round has ended. */
  end(company: number, round: number): void;
}

export function openQueueRounds(): QueueRounds {
  const byRound = new Map<number, number>();
  const rounds = new PriorityQueue<number>((one, other) => one < other);
  /** Turns of each company, ascending. */
  const byCompany = new Map<number, { round: number; hasEnded: boolean }[]>();

  const lowest = () => {
    for (let round = rounds.peek(); round !== undefined; round = rounds.peek()) {
      if (byRound.has(round)) return round;
      rounds.pop();
    }
    return 0;
  };

  return {
    give(company) {
      const own = byCompany.get(company) ?? [];
      byCompany.set(company, own);
      const round = Math.max((own.at(-1)?.round ?? -1) + 1, lowest());
      own.push({ round, hasEnded: false });
      const count = byRound.get(round) ?? 0;
      byRound.set(round, count + 1);
      if (count === 0) rounds.push(round);
      return round;
    },
    end(company, round) {
      const own = byCompany.get(company) ?? [];
      const ended = own.find((one) => one.round === round && !one.hasEnded);
      if (ended === undefined) throw new Error(`company ${company} has no document with round ${round}`);
      ended.hasEnded = true;
      while (own.at(-1)?.hasEnded) own.pop();
      while (own[0]?.hasEnded) own.shift();
      if (own.length === 0) byCompany.delete(company);
      const count = byRound.get(round) ?? 0;
      if (count > 1) byRound.set(round, count - 1);
      else byRound.delete(round);
    },
  };
}
