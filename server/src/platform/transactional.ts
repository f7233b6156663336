/** What belongs together commits together: everything done with the stores handed to `work` happens, or none of it. */
export interface Transactional<Stores> {
  transaction<T>(work: (stores: Stores) => Promise<T>): Promise<T>;
}
