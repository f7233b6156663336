import { JobDeferred } from "../jobs/job.ts";
import type { Id } from "../platform/ids.ts";
import { largeCost } from "../submissions/expected-cost.ts";

/** A document that a worker has, and its company. */
export interface ClaimedDocument {
  companyId: Id;
  partnerId: Id;
  /** In typical documents. */
  cost: number;
  /** Judged in bulk: it makes way for any other. */
  isInBulk: boolean;
}

export interface WaitingFilter {
  isInBulkToo: boolean;
  exceptCompanies?: Id[];
  exceptPartners?: Id[];
  maxCost?: number;
}

export interface WaitingStore {
  findClaimed(companyId: Id, documentId: Id): Promise<ClaimedDocument | undefined>;
  /** Whether a document is ready to be analysed and no worker has it yet. */
  isAnyWaiting(filter: WaitingFilter): Promise<boolean>;
}

interface Holder extends ClaimedDocument {
  yielding: AbortController;
}

const checkMilliseconds = 1000;

/**
 * Shares this process's slots. While others wait, a company holds at most half of them, a partner at most two thirds, and
 * large documents leave one to small ones; a document that is judged in bulk makes way for any other. A document over its share goes back to the queue; what is stored of it stays.
 */
export class FairShares {
  readonly #slots: number;
  readonly #waiting: WaitingStore;
  readonly #holders = new Set<Holder>();
  #timer: NodeJS.Timeout | undefined;

  constructor(slots: number, waiting: WaitingStore) {
    this.#slots = slots;
    this.#waiting = waiting;
  }

  async run(
    { companyId, documentId }: { companyId: Id; documentId: Id },
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const claimed = await this.#waiting.findClaimed(companyId, documentId);
    if (claimed === undefined) return work(signal);
    const holder: Holder = { ...claimed, yielding: new AbortController() };
    this.#holders.add(holder);
    try {
      if (await this.#shouldYield(holder)) throw new JobDeferred();
      this.#timer ??= this.#watch();
      await work(AbortSignal.any([signal, holder.yielding.signal]));
    } catch (error) {
      throw holder.yielding.signal.aborted && !signal.aborted ? new JobDeferred() : error;
    } finally {
      this.#holders.delete(holder);
      if (this.#holders.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  #watch(): NodeJS.Timeout {
    let isChecking = false;
    const timer = setInterval(async () => {
      // With a free slot, whoever waits is about to get it.
      if (isChecking || this.#holders.size < this.#slots) return;
      isChecking = true;
      // While the database is down, nobody can be served instead.
      await this.#yieldOne().catch(() => undefined);
      isChecking = false;
    }, checkMilliseconds);
    return timer.unref();
  }

  /** The latest holder has the least to lose. */
  async #yieldOne(): Promise<void> {
    for (const holder of [...this.#holders].reverse()) {
      if (holder.yielding.signal.aborted || !(await this.#shouldYield(holder))) continue;
      holder.yielding.abort(new JobDeferred());
      return;
    }
  }

  async #shouldYield({ companyId, partnerId, cost, isInBulk }: Holder): Promise<boolean> {
    if (isInBulk && (await this.#waiting.isAnyWaiting({ isInBulkToo: false }))) return true;
    // A single slot has no shares.
    if (this.#slots === 1) return false;
    const isInBulkToo = isInBulk;
    const { companies, partners, large } = this.#count();
    const mostOfCompany = Math.max(1, Math.floor(this.#slots / 2));
    const mostOfPartner = Math.max(1, Math.floor((this.#slots * 2) / 3));
    if (
      (companies.get(companyId) ?? 0) > mostOfCompany &&
      (await this.#waiting.isAnyWaiting({ isInBulkToo, exceptCompanies: [companyId] }))
    )
      return true;
    if (
      (partners.get(partnerId) ?? 0) > mostOfPartner &&
      (await this.#waiting.isAnyWaiting({ isInBulkToo, exceptPartners: [partnerId] }))
    )
      return true;
    if (cost <= largeCost || large < this.#slots) return false;
    // A small document that may not run either would leave the slot empty.
    const atMost = (counts: Map<Id, number>, most: number) =>
      [...counts].filter(([, count]) => count >= most).map(([id]) => id);
    return this.#waiting.isAnyWaiting({
      isInBulkToo,
      maxCost: largeCost,
      exceptCompanies: atMost(companies, mostOfCompany),
      exceptPartners: atMost(partners, mostOfPartner),
    });
  }

  #count(): { companies: Map<Id, number>; partners: Map<Id, number>; large: number } {
    const companies = new Map<Id, number>();
    const partners = new Map<Id, number>();
    let large = 0;
    for (const { companyId, partnerId, cost, yielding } of this.#holders) {
      if (yielding.signal.aborted) continue;
      companies.set(companyId, (companies.get(companyId) ?? 0) + 1);
      partners.set(partnerId, (partners.get(partnerId) ?? 0) + 1);
      if (cost > largeCost) large += 1;
    }
    return { companies, partners, large };
  }
}
