/** The tokens left for one document: reserved before a request, settled when its cost is known. */
export class TokenBudget {
  #left: number;

  constructor(tokens: number) {
    this.#left = tokens;
  }

  /** False if not enough is left; then nothing is reserved. */
  reserve(tokens: number): boolean {
    if (tokens > this.#left) return false;
    this.#left -= tokens;
    return true;
  }

  settle(reserved: number, spent: number): void {
    this.#left += reserved - spent;
  }
}
