/** Longer than the pauses of a client that polls or of a person who reads. */
const activeForMs = 5000;

/**
 * Whether a tenant is the only active one. Only tenants with a valid key are noted: a stranger who sends a request now and
 * then must not slow others down. The two last tenants suffice to answer for any tenant.
 */
export class ActiveTenants {
  readonly #now: () => number;
  #last = { tenant: "", at: Number.NEGATIVE_INFINITY };
  #lastOther = this.#last;

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

  hasOthers(tenant: string): boolean {
    const { at } = this.#last.tenant === tenant ? this.#lastOther : this.#last;
    return this.#now() - at < activeForMs;
  }
}
