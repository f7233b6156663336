import { AsyncLocalStorage } from "node:async_hooks";

/** The tenant whose request is being served. */
export interface Caller {
  tenant: string;
  /** Database connections that the request holds now. */
  connections: number;
}

const callers = new AsyncLocalStorage<Caller>();

/** Attributes everything that `work` starts to this tenant. */
export const forCaller = <T>(tenant: string, work: () => T): T => callers.run({ tenant, connections: 0 }, work);

/** Undefined for work that no request has started. */
export const currentCaller = (): Caller | undefined => callers.getStore();
