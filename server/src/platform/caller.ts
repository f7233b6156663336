import { AsyncLocalStorage } from "node:async_hooks";

/** Whom a request's work is done for, wherever that work has got to. */
export interface Caller {
  tenant: string;
  /** Connections to the database that the request has at this moment. */
  connections: number;
}

const callers = new AsyncLocalStorage<Caller>();

/** Whatever `work` begins is this tenant's. */
export const forCaller = <T>(tenant: string, work: () => T): T => callers.run({ tenant, connections: 0 }, work);

/** Undefined for what the service does by itself. */
export const currentCaller = (): Caller | undefined => callers.getStore();
