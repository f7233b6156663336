/** How long somebody counts as there after a request: longer than a program that polls or a person who reads takes between two. */
const presentMilliseconds = 5000;

interface Seen {
  tenant: string;
  at: number;
}

/**
 * Who has been here lately, of those that are known: a stranger who knocks now and then is nobody whom others must leave
 * room for. Two are enough to tell for anyone whether another is: the two that came last.
 */
export class Presence {
  readonly #now: () => number;
  #last: Seen = { tenant: "", at: Number.NEGATIVE_INFINITY };
  #lastOther: Seen = this.#last;

  constructor(now: () => number) {
    this.#now = now;
  }

  note(tenant: string): void {
    if (this.#last.tenant !== tenant) {
      this.#lastOther = this.#last;
      this.#last = { tenant, at: 0 };
    }
    this.#last.at = this.#now();
  }

  get areSeveral(): boolean {
    return this.#isLately(this.#lastOther);
  }

  /** Whether anyone but this one has been here lately. */
  hasOthers(tenant: string): boolean {
    return this.#isLately(this.#last.tenant === tenant ? this.#lastOther : this.#last);
  }

  #isLately({ at }: Seen): boolean {
    return this.#now() - at < presentMilliseconds;
  }
}
