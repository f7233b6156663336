import { type Arrival, FairLane, type LaneLimits, type Refusal } from "../admission/fair-lane.ts";

const limits: LaneLimits = {
  ...{ atOnce: 4, ofTenant: 2, ofTenantBesideOthers: 1, longMilliseconds: 50, pressingMilliseconds: 100 },
  sliceBesideOthersMilliseconds: Number.POSITIVE_INFINITY,
  ...{ waiting: 10, waitingOfTenant: 5 },
  ...{ burstMilliseconds: 100, lateMilliseconds: 10, standingMilliseconds: 10 },
  ...{ lateAloneMilliseconds: 10, standingAloneMilliseconds: 10 },
  ...{ standingAfterMilliseconds: 100, crowd: 3 },
};

/** A lane whose time is set by hand, and what became of the requests that entered it, by their names. */
export function aLane(more: Partial<LaneLimits> = {}) {
  let time = 0;
  let isBesideOthers = false;
  const lane = new FairLane(
    { ...limits, ...more },
    () => time,
    () => isBesideOthers,
  );
  const begun: string[] = [];
  const refused: [name: string, reason: Refusal][] = [];
  return {
    ...{ lane, begun, refused },
    enter: (tenant: string, name: string, more: Partial<Arrival> = {}) =>
      lane.enter(tenant, {
        begin() {
          begun.push(name);
          return true;
        },
        refuse: (reason) => refused.push([name, reason]),
        ...more,
      }),
    othersCome() {
      isBesideOthers = true;
    },
    at(milliseconds: number) {
      time = milliseconds;
      lane.sweep();
    },
    /** Before the next sweep. */
    later(milliseconds: number) {
      time = milliseconds;
    },
  };
}
