import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "../platform/app-error.ts";
import type { Id } from "../platform/ids.ts";

interface SlotsOptions {
  /** Reports that are written at the same time. One company has at most half of them, so that others need not wait for it. */
  maxConcurrent: number;
  /** Reports of one company that are written or queued. */
  maxPerCompany: number;
  maxQueued: number;
}

interface QueuedReport {
  companyId: Id;
  begin(): void;
}

const retryAfterSeconds = 10;
/** So that clients that ignore Retry-After do not keep the process busy with refusals. */
const refusalMilliseconds = 1000;

export class ReportSlots {
  readonly #options: SlotsOptions;
  readonly #running: Id[] = [];
  readonly #queue: QueuedReport[] = [];

  constructor(options: SlotsOptions) {
    this.#options = options;
  }

  /** Waits for a slot and returns the function that frees it. Refused as unavailable when too many reports wait. */
  async take(companyId: Id): Promise<() => void> {
    const { maxPerCompany, maxQueued } = this.#options;
    const own = this.#runningOf(companyId) + this.#queue.filter((queued) => queued.companyId === companyId).length;
    if (own >= maxPerCompany || this.#queue.length >= maxQueued) {
      await wait(refusalMilliseconds);
      throw new AppError("unavailable", "Too many reports are being made; try again shortly.", { retryAfterSeconds });
    }
    await new Promise<void>((begin) => {
      this.#queue.push({ companyId, begin });
      this.#beginNext();
    });
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      this.#running.splice(this.#running.indexOf(companyId), 1);
      this.#beginNext();
    };
  }

  #runningOf(companyId: Id): number {
    return this.#running.filter((id) => id === companyId).length;
  }

  #beginNext(): void {
    const { maxConcurrent } = this.#options;
    if (this.#running.length >= maxConcurrent) return;
    const next = this.#queue.findIndex(({ companyId }) => this.#runningOf(companyId) < Math.ceil(maxConcurrent / 2));
    const [report] = next < 0 ? [] : this.#queue.splice(next, 1);
    if (report === undefined) return;
    this.#running.push(report.companyId);
    report.begin();
  }
}
