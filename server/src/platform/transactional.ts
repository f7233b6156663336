/** Runs `work` in one transaction: everything done with its stores is committed, or nothing is. */
export interface Transactional<Stores> {
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}
