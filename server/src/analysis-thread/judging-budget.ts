import { JudgingTimedOut, type Subject } from "../analysis/analyser.ts";

/** Characters of a full page. */
const pageCharacters = 3000;
/** Loading the models and opening a document, also on a slow machine. */
const baseSeconds = 60;
/** The cost of a document varies with its text, and other documents share the cores. */
const slack = 10;

/** CPU seconds as measured in docs/footprint.json ("judging"). */
function expectedSeconds({ files, items }: Subject): number {
  const pages = files.flatMap((file) => file.pages);
  const characters = pages.reduce((sum, { text }) => sum + text.length, 0);
  const fullPages = Math.max(pages.length, characters / pageCharacters);
  return 0.1 * fullPages + 0.12 * items.length + 0.004 * fullPages * items.length;
}

export function judgingBudgetSeconds(subject: Subject, limitSeconds: number): number {
  return Math.min(limitSeconds, Math.ceil(baseSeconds + slack * expectedSeconds(subject)));
}

/** The time that one document may keep its thread busy. Time without a pending call does not count. */
export class JudgingBudget {
  readonly #budgetMilliseconds: number;
  readonly #onSpent: () => void;
  #spentMilliseconds = 0;
  #pending = 0;
  #busySince = 0;
  #timer: NodeJS.Timeout | undefined;
  #refusal: JudgingTimedOut | undefined;

  /** `onSpent` is called once, and ends the calls that are pending. */
  constructor(budgetSeconds: number, onSpent: () => void) {
    this.#budgetMilliseconds = budgetSeconds * 1000;
    this.#onSpent = onSpent;
  }

  async spend<Result>(call: () => Promise<Result>): Promise<Result> {
    if (this.#refusal !== undefined) throw this.#refusal;
    if (this.#pending++ === 0) {
      this.#busySince = performance.now();
      this.#timer = setTimeout(() => this.#refuse(), this.#budgetMilliseconds - this.#spentMilliseconds);
    }
    try {
      return await call();
    } catch (error) {
      throw this.#refusal ?? error;
    } finally {
      if (--this.#pending === 0) {
        clearTimeout(this.#timer);
        this.#spentMilliseconds += performance.now() - this.#busySince;
      }
    }
  }

  #refuse(): void {
    this.#refusal = new JudgingTimedOut(Math.ceil(this.#budgetMilliseconds / 1000));
    this.#onSpent();
  }
}
