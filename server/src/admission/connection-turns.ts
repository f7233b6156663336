import { AppError } from "../platform/app-error.ts";
import { currentCaller } from "../platform/caller.ts";
import type { FairLane } from "./fair-lane.ts";

type GiveBack = () => void;

/** When a connection to the database may be taken. */
export interface ConnectionTurns {
  /** Undefined where nobody is counted: the service's own work, and a request that has one already. */
  take(): GiveBack | Promise<GiveBack> | undefined;
}

/**
 * Each tenant has a share of the connections, too: a few that wait for each other's locks would otherwise have them all. A
 * request that has one and needs another gets it without waiting, or two such requests could wait for each other.
 */
export function connectionTurns(lane: FairLane): ConnectionTurns {
  return {
    take() {
      const caller = currentCaller();
      if (caller === undefined || caller.connections > 0) return undefined;
      const giveBack = () => {
        caller.connections -= 1;
        lane.leave(caller.tenant);
      };
      let isBegun = false;
      let later: PromiseWithResolvers<GiveBack> | undefined;
      lane.enter(caller.tenant, {
        begin() {
          caller.connections += 1;
          isBegun = true;
          later?.resolve(giveBack);
          return true;
        },
        refuse: () =>
          later?.reject(
            new AppError("unavailable", "The database has more to do than it can at the moment; try again shortly.", {
              retryAfterSeconds: 1,
            }),
          ),
      });
      if (isBegun) return giveBack;
      later = Promise.withResolvers<GiveBack>();
      return later.promise;
    },
  };
}
