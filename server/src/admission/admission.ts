import { type ConnectionTurns, connectionTurns } from "./connection-turns.ts";
import { type Arrival, FairLane, type LaneLimits, type Refusal } from "./fair-lane.ts";
import { Presence } from "./presence.ts";

/**
 * What is admitted apart from what: requests that are over in a moment, those that may answer with thousands of findings,
 * submissions of a few pages, and what lasts as long as somebody's line is slow. Bytes that trickle in keep nobody from reading.
 */
export type LaneName = "requests" | "results" | "submissions" | "uploads" | "downloads";

export interface AdmissionLimits {
  /** Requests worked on at the same time by this process, and the most that one tenant has of them. */
  requestsAtOnce: number;
  requestsAtOncePerTenant: number;
  /** The same of uploads, and the same again of downloads. */
  transfersAtOnce: number;
  transfersAtOncePerTenant: number;
  /** How long a request waits for its turn before it is refused, unless there has been a crowd for half as long. */
  waitMilliseconds: number;
  /** Of this process to the database. */
  connections: number;
}

interface AdmissionOptions {
  limits: AdmissionLimits;
  /** Milliseconds that never go back. */
  now: () => number;
}

/** How many requests this process takes on at the same time, and whose are next. */
export interface Admission {
  /** Somebody who is known has come: from now on, and for a while, the others are not alone. */
  note(tenant: string): void;
  enter(lane: LaneName, tenant: string, arrival: Arrival): void;
  leave(lane: LaneName, tenant: string): void;
  /** Whether the tenant keeps a line waiting there while others are there, too: what takes long for it is to pause in between. */
  presses(lane: LaneName, tenant: string): boolean;
  /** Turns at the database, of those whose requests were let in. */
  connections: ConnectionTurns;
  /** From 0 to 1: how much is begun at the same time of what can cost much. */
  scaleTo(scale: number): void;
  /** Whether more than one tenant has been here lately. */
  isShared(): boolean;
  figures(): { lane: LaneName; active: number; waiting: number }[];
  /** What waits is refused, so that nothing waits for an end that does not come. */
  close(): void;
}

const sweepMilliseconds = 5;

/** Everything of one process goes through one event loop: what one tenant has under way there is what another waits for. */
const requestsBesideOthers = 1;
/** Of the time between two sweeps: with all of it, others find no processor free. */
const sliceBesideOthersMilliseconds = sweepMilliseconds * 0.6;

const laneNames: LaneName[] = ["requests", "results", "submissions", "uploads", "downloads"];
/** Those whose requests can make the event loop late. Small ones do not, however many of them suffer from it. */
const scaledLanes: LaneName[] = ["results", "submissions", "uploads", "downloads"];

/** The same for everybody who waits, in a burst or in a line that stands. */
const patience = (milliseconds: number) => ({
  ...{ burstMilliseconds: milliseconds, lateMilliseconds: milliseconds, lateAloneMilliseconds: milliseconds },
  ...{ standingMilliseconds: milliseconds, standingAloneMilliseconds: milliseconds },
  ...{ standingAfterMilliseconds: milliseconds, crowd: 0 },
});

function laneLimits(limits: AdmissionLimits): Record<LaneName, LaneLimits> {
  const requests: LaneLimits = {
    atOnce: limits.requestsAtOnce,
    ofTenant: limits.requestsAtOncePerTenant,
    ofTenantBesideOthers: Math.min(requestsBesideOthers, limits.requestsAtOncePerTenant),
    ...{ longMilliseconds: 50, pressingMilliseconds: 100 },
    sliceBesideOthersMilliseconds,
    // At 5,000 requests a second a thousand wait for 200 ms: more would only be refused later.
    ...{ waiting: 1000, waitingOfTenant: 250 },
    burstMilliseconds: limits.waitMilliseconds,
    lateMilliseconds: Math.min(20, limits.waitMilliseconds),
    lateAloneMilliseconds: Math.min(100, limits.waitMilliseconds),
    standingMilliseconds: Math.min(5, limits.waitMilliseconds),
    standingAloneMilliseconds: Math.min(50, limits.waitMilliseconds),
    standingAfterMilliseconds: limits.waitMilliseconds / 2,
    crowd: limits.requestsAtOncePerTenant * 5,
  };
  // Whoever moves megabytes can wait for seconds, and waiting costs less than beginning again.
  const transfers: LaneLimits = {
    atOnce: limits.transfersAtOnce,
    ...{ ofTenant: limits.transfersAtOncePerTenant, ofTenantBesideOthers: limits.transfersAtOncePerTenant },
    ...{ longMilliseconds: 0, sliceBesideOthersMilliseconds: Number.POSITIVE_INFINITY, pressingMilliseconds: 0 },
    ...{ waiting: 1000, waitingOfTenant: 250 },
    ...patience(limits.waitMilliseconds * 5),
  };
  // Several at once that come as fast as they can be read make the loop late for everybody: beside others one at a time, as
  // long as each is over in a moment. Those that take longer wait for their callers' lines.
  const uploads: LaneLimits = { ...transfers, ofTenantBesideOthers: 1, longMilliseconds: requests.longMilliseconds };
  // An answer may hold thousands of findings: several of one tenant at once would be felt by all others.
  const results: LaneLimits = {
    ...requests,
    atOnce: Math.min(4, requests.atOnce),
    ofTenant: 1,
    ofTenantBesideOthers: 1,
    lateMilliseconds: Math.min(500, limits.waitMilliseconds),
    lateAloneMilliseconds: Math.min(500, limits.waitMilliseconds),
    standingMilliseconds: Math.min(500, limits.waitMilliseconds),
    standingAloneMilliseconds: Math.min(500, limits.waitMilliseconds),
    standingAfterMilliseconds: limits.waitMilliseconds,
  };
  // Whole in a moment, and then it is the database and the disk that work: few at a time, but with a transfer's patience.
  const submissions: LaneLimits = { ...requests, ...patience(transfers.burstMilliseconds) };
  return { requests, results, submissions, uploads, downloads: transfers };
}

/** Whoever waits for one longer than this is told that the database is too busy, as the pool would. */
const connectionMilliseconds = 5000;

const connectionLimits = ({ connections }: AdmissionLimits): LaneLimits => ({
  ...{ atOnce: connections, ofTenant: connections },
  ofTenantBesideOthers: Math.max(1, Math.floor(connections / 3)),
  ...{ longMilliseconds: Number.POSITIVE_INFINITY, sliceBesideOthersMilliseconds: Number.POSITIVE_INFINITY },
  pressingMilliseconds: 0,
  ...{ waiting: Number.POSITIVE_INFINITY, waitingOfTenant: Number.POSITIVE_INFINITY },
  ...patience(connectionMilliseconds),
});

export type { Refusal };

export function openAdmission({ limits, now }: AdmissionOptions): Admission {
  const each = laneLimits(limits);
  const presence = new Presence(now);
  const hasOthers = (tenant: string) => presence.hasOthers(tenant);
  const lanes = new Map(laneNames.map((name) => [name, new FairLane(each[name], now, hasOthers)]));
  const connections = new FairLane(connectionLimits(limits), now, hasOthers);
  const everyLane = [...lanes.values(), connections];
  const laneOf = (name: LaneName): FairLane => {
    const lane = lanes.get(name);
    if (lane === undefined) throw new Error(`there is no lane ${name}`);
    return lane;
  };
  let sweeping: NodeJS.Timeout | undefined;
  const sweep = () => {
    for (const lane of everyLane) lane.sweep();
    if (!everyLane.every((lane) => lane.isEmpty)) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };
  const keepSweeping = (lane: FairLane) => {
    if (!lane.isEmpty) sweeping ??= setInterval(sweep, sweepMilliseconds).unref();
  };
  const turns = connectionTurns(connections);
  return {
    note: (tenant) => presence.note(tenant),
    enter(name, tenant, arrival) {
      const lane = laneOf(name);
      lane.enter(tenant, arrival);
      keepSweeping(lane);
    },
    scaleTo(scale) {
      for (const name of scaledLanes) laneOf(name).scaleTo(scale);
    },
    connections: {
      take() {
        const turn = turns.take();
        keepSweeping(connections);
        return turn;
      },
    },
    isShared: () => presence.areSeveral,
    leave: (name, tenant) => laneOf(name).leave(tenant),
    presses: (name, tenant) => laneOf(name).presses(tenant),
    figures: () => laneNames.map((lane) => ({ lane, active: laneOf(lane).active, waiting: laneOf(lane).waiting })),
    close() {
      for (const lane of everyLane) lane.refuseAll();
      clearInterval(sweeping);
    },
  };
}
