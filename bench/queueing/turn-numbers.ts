import { PriorityQueue } from "./priority-queue.ts";

/** The turn numbers of submitted documents (docs/decisions/0009). */
export interface TurnNumbers {
  /**
   * `greatest(max(turn) + 1 of the company's, min(turn) of all, 0)` of the documents that have not ended, as in
   * server/src/postgres/document-store.ts.
   */
  give(company: number): number;
  /** A document of that company with that turn has ended. */
  end(company: number, turn: number): void;
}

export function openTurnNumbers(): TurnNumbers {
  const byTurn = new Map<number, number>();
  const turns = new PriorityQueue<number>((one, other) => one < other);
  /** Turns of each company, ascending. */
  const byCompany = new Map<number, { turn: number; hasEnded: boolean }[]>();

  const lowest = () => {
    for (let turn = turns.peek(); turn !== undefined; turn = turns.peek()) {
      if (byTurn.has(turn)) return turn;
      turns.pop();
    }
    return 0;
  };

  return {
    give(company) {
      const own = byCompany.get(company) ?? [];
      byCompany.set(company, own);
      const turn = Math.max((own.at(-1)?.turn ?? -1) + 1, lowest());
      own.push({ turn, hasEnded: false });
      const count = byTurn.get(turn) ?? 0;
      byTurn.set(turn, count + 1);
      if (count === 0) turns.push(turn);
      return turn;
    },
    end(company, turn) {
      const own = byCompany.get(company) ?? [];
      const ended = own.find((one) => one.turn === turn && !one.hasEnded);
      if (ended === undefined) throw new Error(`company ${company} has no document with turn ${turn}`);
      ended.hasEnded = true;
      while (own.at(-1)?.hasEnded) own.pop();
      while (own[0]?.hasEnded) own.shift();
      if (own.length === 0) byCompany.delete(company);
      const count = byTurn.get(turn) ?? 0;
      if (count > 1) byTurn.set(turn, count - 1);
      else byTurn.delete(turn);
    },
  };
}
