/** What may still be spent on one document. Reserved before a question is asked, settled when its cost is known. */
export class TokenBudget {
  #left: number;

  constructor(tokens: number) {
    this.#left = tokens;
  }

  /** False, and nothing is reserved, when there is not as much left. */
  reserve(tokens: number): boolean {
    if (tokens > this.#left) return false;
    this.#left -= tokens;
    return true;
  }

  settle(reserved: number, spent: number): void {
    this.#left += reserved - spent;
  }
}
