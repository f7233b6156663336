/** Why a request is not taken on: its own tenant has too many at once, or everybody together has. */
export type Refusal = "tenant_share" | "overload";

export interface LaneLimits {
  /** Requests worked on at the same time. */
  atOnce: number;
  /**
   * Of those, the most that one tenant has; and the most of one that keeps a line waiting while others are there, too. One
   * that takes long is not what keeps this process busy, so that the next may begin beside it.
   */
  ofTenant: number;
  ofTenantBesideOthers: number;
  longMilliseconds: number;
  /** What such a one had since the last sweep has taken this long: then the next begins after the next sweep. */
  sliceBesideOthersMilliseconds: number;
  /** How long a line stands before it is more than a few that came together; 0 where even those are too many. */
  pressingMilliseconds: number;
  /** Requests that wait for their turn, and the most of them that are one tenant's. */
  waiting: number;
  waitingOfTenant: number;
  /** How long a request may wait when the line was empty a moment ago: a burst is served, if a little later. */
  burstMilliseconds: number;
  /**
   * How long it may wait in a crowd that has been late, by so much, for so long. Such a line does not get shorter by
   * waiting in it: it only makes everything late that is accepted.
   */
  standingMilliseconds: number;
  lateMilliseconds: number;
  /** The same while nobody else is there: many connections of one caller are slow, and nobody's harm. */
  standingAloneMilliseconds: number;
  lateAloneMilliseconds: number;
  standingAfterMilliseconds: number;
  /** So many of one tenant are no crowd, however slow their line is: what they ask for takes long. */
  crowd: number;
}

export interface Arrival {
  /** False: nobody waits for the answer any more, and the place is free for the next. */
  begin(): boolean;
  refuse(reason: Refusal): void;
}

interface Waiting {
  arrival: Arrival;
  since: number;
}

/** What tells a burst from a line that does not get shorter. */
interface LineState {
  /** Since when it has always been a crowd, and late. */
  crowdedSince: number | undefined;
  /** When some of a crowd were last given up: a line that is short because of that has not been worked off. */
  givenUpAt: number;
}

interface Tenant extends LineState {
  name: string;
  active: number;
  lastBegunAt: number;
  /** What those that have ended since the last sweep have taken. */
  spentMilliseconds: number;
  /** Since when there has always been one waiting. */
  standingSince: number;
  /** The oldest first. */
  waiting: Waiting[];
}

const unused = (): LineState => ({ crowdedSince: undefined, givenUpAt: Number.NEGATIVE_INFINITY });

/** Of the places, this part may be waited for in a crowd that stands: enough that none is ever free. */
const sparedPart = 1 / 4;

/** Requests that are refused get their answer only after this long in all, as long as so many can be kept at hand. */
const heldMilliseconds = 1000;
const mostHeld = 1000;
/** One for each millisecond that has passed: a crowd that is told in one moment comes back in one moment. */
const mostToldAtOnce = 25;
/** Those that were refused come back together: that is the same crowd as before, and no burst. */
const crowdRememberedMilliseconds = heldMilliseconds * 3;

const wasCrowd = (givenUpAt: number, now: number) => now - givenUpAt <= crowdRememberedMilliseconds;

/**
 * Requests that share a capacity. Each tenant has at most its share of it; who waits goes round in turn, tenant by tenant.
 * A tenant's line is first come, first served. One that is always there but moves quickly is only a busy caller with many
 * connections, and a short one that moves slowly only asks for what takes long. In one that is neither, whoever has come just
 * now is served in time, and not everybody late ("adaptive LIFO"); if it does not get shorter, it is cut to what can be served
 * soon ("controlled delay", both as in Facebook's "Fail at Scale", acmqueue 2015).
 *
 * A refusal is not told at once: a caller that does not heed Retry-After would come back in the same moment, and telling it
 * off thousands of times a second is what the others would then wait for.
 */
export class FairLane {
  readonly #limits: LaneLimits;
  readonly #now: () => number;
  readonly #hasOthers: (tenant: string) => boolean;
  /** Those that have something active or waiting, or have been a crowd lately. */
  readonly #tenants = new Map<string, Tenant>();
  /** Those that have something waiting, the one whose turn is next in front. */
  readonly #turns = new Set<Tenant>();
  /** Refused, but not told yet; the oldest first. */
  readonly #held: (Waiting & { reason: Refusal })[] = [];
  #active = 0;
  #waiting = 0;
  #sweptAt = 0;
  readonly #whole = unused();
  #scale = 1;
  #isBeginning = false;
  #mayBeginMore = false;

  constructor(limits: LaneLimits, now: () => number, hasOthers: (tenant: string) => boolean) {
    this.#limits = limits;
    this.#now = now;
    this.#hasOthers = hasOthers;
  }

  get active(): number {
    return this.#active;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Nobody waits, neither for a turn nor for a refusal. */
  get isEmpty(): boolean {
    return this.#waiting === 0 && this.#held.length === 0;
  }

  /** From 0 to 1: how much of what the limits allow is begun at the same time. Never less than one of each tenant. */
  scaleTo(scale: number): void {
    this.#scale = scale;
    this.#beginNext();
  }

  enter(name: string, arrival: Arrival): void {
    const tenant = this.#tenants.get(name) ?? {
      ...{ name, active: 0, waiting: [], lastBegunAt: 0, spentMilliseconds: 0, standingSince: 0 },
      ...unused(),
    };
    if (tenant.waiting.length === 0 && this.#hasRoom() && this.#hasShare(tenant)) {
      this.#begin(tenant, arrival);
      return;
    }
    const now = this.#now();
    const { waiting, waitingOfTenant } = this.#limits;
    if (tenant.waiting.length >= waitingOfTenant) this.#hold({ arrival, since: now }, "tenant_share");
    else if (this.#waiting >= waiting) this.#hold({ arrival, since: now }, "overload");
    else {
      this.#tenants.set(name, tenant);
      if (tenant.waiting.length === 0) tenant.standingSince = now;
      tenant.waiting.push({ arrival, since: now });
      this.#waiting += 1;
      this.#turns.add(tenant);
    }
  }

  leave(name: string): void {
    const tenant = this.#tenants.get(name);
    if (tenant === undefined || tenant.active === 0) throw new Error("a request left that had not entered");
    tenant.active -= 1;
    this.#active -= 1;
    tenant.spentMilliseconds += this.#now() - tenant.lastBegunAt;
    this.#forgetIfIdle(tenant);
    this.#beginNext();
  }

  /** Whether a tenant keeps a line waiting while others are there, too; or has anything under way, where even a few are too many. */
  presses(name: string): boolean {
    const tenant = this.#tenants.get(name);
    return tenant !== undefined && this.#isPressing(tenant, this.#now()) && this.#hasOthers(name);
  }

  /** Ends the waiting of those that have waited for long enough. To be called often. */
  sweep(): void {
    const now = this.#now();
    const isCrowded =
      this.#waiting > this.#limits.atOnce && [...this.#turns].some((tenant) => this.#isLate(tenant, now));
    this.#whole.crowdedSince = isCrowded ? (this.#whole.crowdedSince ?? now) : undefined;
    for (const tenant of [...this.#turns]) this.#giveUpLate(tenant, now);
    for (const tenant of this.#tenants.values()) {
      tenant.spentMilliseconds = 0;
      this.#forgetIfIdle(tenant);
    }
    const toTell = Math.min(mostToldAtOnce, Math.ceil(now - this.#sweptAt));
    this.#sweptAt = now;
    for (let told = 0; told < toTell && (this.#held[0]?.since ?? now) + heldMilliseconds <= now; told++)
      this.#tellOldest();
    this.#beginNext();
  }

  /** Nothing waits any longer; for the end of the process. */
  refuseAll(): void {
    for (const tenant of [...this.#turns])
      for (const one of this.#takeOut(tenant, tenant.waiting.length)) one.arrival.refuse("overload");
    while (this.#held.length > 0) this.#tellOldest();
  }

  #hasRoom(): boolean {
    return this.#active < Math.max(this.#limits.ofTenant, this.#limits.atOnce * this.#scale);
  }

  #isPressing(tenant: Tenant, now: number): boolean {
    const { pressingMilliseconds } = this.#limits;
    const hasLine = tenant.waiting.length > 0 && now - tenant.standingSince > pressingMilliseconds;
    // A crowd whose line is cut all the time has never a line that stands.
    return hasLine || pressingMilliseconds === 0 || this.#stands(tenant, now);
  }

  #hasShare(tenant: Tenant): boolean {
    const { ofTenant, ofTenantBesideOthers, longMilliseconds, sliceBesideOthersMilliseconds } = this.#limits;
    const now = this.#now();
    const isLong = now - tenant.lastBegunAt >= longMilliseconds;
    const isCurbed = !isLong && this.#isPressing(tenant, now) && this.#hasOthers(tenant.name);
    if (isCurbed && tenant.spentMilliseconds >= sliceBesideOthersMilliseconds) return false;
    return tenant.active < Math.max(1, Math.floor((isCurbed ? ofTenantBesideOthers : ofTenant) * this.#scale));
  }

  #begin(tenant: Tenant, arrival: Arrival): void {
    this.#tenants.set(tenant.name, tenant);
    tenant.active += 1;
    tenant.lastBegunAt = this.#now();
    this.#active += 1;
    if (arrival.begin()) return;
    tenant.active -= 1;
    this.#active -= 1;
    this.#forgetIfIdle(tenant);
  }

  /** One that is answered at once leaves while it is being begun; the next is then begun here and not within it. */
  #beginNext(): void {
    this.#mayBeginMore = true;
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    try {
      while (this.#mayBeginMore) {
        this.#mayBeginMore = false;
        this.#goRound();
      }
    } finally {
      this.#isBeginning = false;
    }
  }

  #goRound(): void {
    const now = this.#now();
    for (const tenant of this.#turns) {
      if (!this.#hasRoom()) return;
      this.#giveUpLate(tenant, now);
      const next = this.#hasShare(tenant) ? this.#takeNext(tenant, now) : undefined;
      if (next === undefined) continue;
      // To the end of the line of tenants; a set is walked on to what is added on the way.
      if (this.#turns.delete(tenant)) this.#turns.add(tenant);
      this.#begin(tenant, next.arrival);
    }
  }

  #isLate(tenant: Tenant, now: number): boolean {
    return now - (tenant.waiting[0]?.since ?? now) > this.#patienceOf(tenant, now);
  }

  /** What is waited for before it is late, or too late in a crowd that stands. */
  #patienceOf(tenant: Tenant, now: number): number {
    const { lateMilliseconds, lateAloneMilliseconds, standingMilliseconds, standingAloneMilliseconds } = this.#limits;
    const isBesideOthers = this.#hasOthers(tenant.name);
    if (this.#isStanding(tenant, now)) return isBesideOthers ? standingMilliseconds : standingAloneMilliseconds;
    return isBesideOthers ? lateMilliseconds : lateAloneMilliseconds;
  }

  /** Where everybody together is a crowd, those that are spared are few of each. */
  #sparedOf(now: number): number {
    const { crowd, atOnce } = this.#limits;
    if (!this.#stands(this.#whole, now)) return crowd;
    return Math.min(crowd, Math.max(1, Math.floor((atOnce * sparedPart) / this.#turns.size)));
  }

  #stands({ crowdedSince, givenUpAt }: LineState, now: number): boolean {
    const { standingAfterMilliseconds } = this.#limits;
    return (crowdedSince !== undefined && now - crowdedSince > standingAfterMilliseconds) || wasCrowd(givenUpAt, now);
  }

  #isStanding(tenant: Tenant, now: number): boolean {
    // Where shares are smaller than they are meant to be, a line is not its tenant's fault.
    return (this.#scale === 1 && this.#stands(tenant, now)) || this.#stands(this.#whole, now);
  }

  #giveUpLate(tenant: Tenant, now: number): void {
    const { burstMilliseconds } = this.#limits;
    const isCrowded = tenant.waiting.length > this.#sparedOf(now) && this.#isLate(tenant, now);
    tenant.crowdedSince = isCrowded ? (tenant.crowdedSince ?? now) : undefined;
    const overdue = (patience: number) => {
      const firstInTime = tenant.waiting.findIndex(({ since }) => now - since <= patience);
      return firstInTime < 0 ? tenant.waiting.length : firstInTime;
    };
    const isCut = isCrowded && this.#isStanding(tenant, now);
    const beyondCrowd = isCut
      ? Math.min(overdue(this.#patienceOf(tenant, now)), tenant.waiting.length - this.#sparedOf(now))
      : 0;
    const lateCount = Math.max(overdue(burstMilliseconds), beyondCrowd);
    if (lateCount === 0) return;
    const reason = this.#hasShare(tenant) ? "overload" : "tenant_share";
    if (isCrowded) tenant.givenUpAt = now;
    if (this.#whole.crowdedSince !== undefined) this.#whole.givenUpAt = now;
    for (const late of this.#takeOut(tenant, lateCount)) this.#hold(late, reason);
  }

  #takeNext(tenant: Tenant, now: number): Waiting | undefined {
    // A pause of the loop makes everybody late for a moment; and one that is cut all the time has only such in it as can be
    // served soon: both in their order.
    const { pressingMilliseconds } = this.#limits;
    const isPressing = now - (tenant.crowdedSince ?? now) > pressingMilliseconds;
    if (!isPressing || this.#scale < 1 || this.#isStanding(tenant, now)) return this.#takeOut(tenant, 1)[0];
    const newest = tenant.waiting.pop();
    this.#countOut(tenant, 1);
    return newest;
  }

  #takeOut(tenant: Tenant, count: number): Waiting[] {
    const taken = tenant.waiting.splice(0, count);
    this.#countOut(tenant, taken.length);
    return taken;
  }

  #countOut(tenant: Tenant, count: number): void {
    this.#waiting -= count;
    if (tenant.waiting.length > 0) return;
    this.#turns.delete(tenant);
    this.#forgetIfIdle(tenant);
  }

  #forgetIfIdle(tenant: Tenant): void {
    if (tenant.active > 0 || tenant.waiting.length > 0 || wasCrowd(tenant.givenUpAt, this.#now())) return;
    this.#tenants.delete(tenant.name);
  }

  #hold(waiting: Waiting, reason: Refusal): void {
    this.#held.push({ ...waiting, reason });
    if (this.#held.length > mostHeld) this.#tellOldest();
  }

  #tellOldest(): void {
    const oldest = this.#held.shift();
    oldest?.arrival.refuse(oldest.reason);
  }
}
