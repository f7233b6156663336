/** Why a request is refused: its tenant has too many requests, or all tenants together have. */
export type Refusal = "tenant_limit" | "overload";

export interface QueueLimits {
  maxConcurrent: number;
  maxConcurrentPerTenant: number;
  /** Longest time in the queue. */
  timeoutMs: number;
}

export interface QueuedRequest {
  /** False: the client is gone, so that the next request can start instead. */
  start(): boolean;
  refuse(reason: Refusal): void;
}

/**
 * `normal`: nothing waits, or a burst. `backlogged`: requests have been waiting for longer than a burst takes. `saturated`:
 * they have been waiting for half the timeout, or some were refused lately.
 */
export type TenantState = "normal" | "backlogged" | "saturated";

interface Tenant {
  name: string;
  active: number;
  /** Oldest first. */
  queue: { request: QueuedRequest; since: number }[];
  /** Since when the queue has not been empty. */
  backlogSince: number;
  lastShedAt: number;
  lastStartedAt: number;
  /** Duration of the requests that ended since the last tick. */
  spentMs: number;
}

/** Between two calls of `tick`. */
export const tickMs = 5;
/** Of each tick, what a throttled tenant's requests may take; the rest is for other tenants. */
const throttledMsPerTick = 3;
/** A throttled tenant's next request starts beside one that has taken this long, because that one waits for I/O. */
const longRequestMs = 50;
const burstMs = 100;
/** Clients that were refused return within this time: that is no new burst. */
const saturatedForMs = 3000;
const maxQueuedPerTenant = 250;

/**
 * Requests that share a concurrency limit. Each tenant has a limit and a queue of its own; waiting tenants are served
 * round-robin. While other tenants are active, a tenant with a backlog is throttled to one short request at a time, and
 * the queues of saturated tenants are cut to `maxConcurrent` requests in all, so that accepted requests do not wait long.
 */
export class RequestQueue {
  readonly #limits: QueueLimits;
  readonly #now: () => number;
  readonly #hasOthers: (tenant: string) => boolean;
  /** Tenants with requests, and tenants that were saturated lately. */
  readonly #tenants = new Map<string, Tenant>();
  /** Tenants with queued requests, the next in turn first. */
  readonly #waiting = new Set<Tenant>();
  #active = 0;
  #queued = 0;
  #isStarting = false;
  #canStartMore = false;

  constructor(limits: QueueLimits, now: () => number, hasOthers: (tenant: string) => boolean) {
    this.#limits = limits;
    this.#now = now;
    this.#hasOthers = hasOthers;
  }

  get active(): number {
    return this.#active;
  }

  get queued(): number {
    return this.#queued;
  }

  stateOf(name: string): TenantState {
    const tenant = this.#tenants.get(name);
    return tenant === undefined ? "normal" : this.#stateOf(tenant);
  }

  /** Starts the request, queues it, or refuses it. */
  add(name: string, request: QueuedRequest): void {
    const tenant = this.#tenants.get(name) ?? {
      ...{ name, active: 0, queue: [], backlogSince: 0, lastStartedAt: 0, spentMs: 0 },
      lastShedAt: Number.NEGATIVE_INFINITY,
    };
    if (tenant.queue.length === 0 && this.#canStart(tenant)) this.#start(tenant, request);
    else if (tenant.queue.length >= maxQueuedPerTenant) request.refuse("tenant_limit");
    else {
      const since = this.#now();
      if (tenant.queue.length === 0) tenant.backlogSince = since;
      this.#tenants.set(name, tenant);
      this.#waiting.add(tenant);
      tenant.queue.push({ request, since });
      this.#queued += 1;
    }
  }

  /** A started request has ended. */
  release(name: string): void {
    const tenant = this.#tenants.get(name);
    if (tenant === undefined || tenant.active === 0) throw new Error("a request was released that had not started");
    tenant.spentMs += this.#now() - tenant.lastStartedAt;
    this.#changeActive(tenant, -1);
    this.#startNext();
  }

  /** Refuses what has waited too long and starts what throttled tenants may start. False: no more ticks are needed. */
  tick(): boolean {
    for (const tenant of this.#tenants.values()) {
      tenant.spentMs = 0;
      this.#shed(tenant);
      this.#forgetIfIdle(tenant);
    }
    this.#startNext();
    return [...this.#tenants.values()].some((tenant) => tenant.queue.length > 0 || this.#stateOf(tenant) !== "normal");
  }

  /** For the end of the process. */
  refuseAll(): void {
    for (const tenant of this.#waiting)
      for (const request of this.#dequeue(tenant, tenant.queue.length)) request.refuse("overload");
  }

  #stateOf({ queue, backlogSince, lastShedAt }: Tenant): TenantState {
    const now = this.#now();
    const backlogMs = queue.length === 0 ? 0 : now - backlogSince;
    if (backlogMs > this.#limits.timeoutMs / 2 || now - lastShedAt < saturatedForMs) return "saturated";
    return backlogMs > burstMs ? "backlogged" : "normal";
  }

  #canStart(tenant: Tenant): boolean {
    const { maxConcurrent, maxConcurrentPerTenant } = this.#limits;
    if (this.#active >= maxConcurrent || tenant.active >= maxConcurrentPerTenant) return false;
    if (this.#stateOf(tenant) === "normal" || !this.#hasOthers(tenant.name)) return true;
    const isLong = this.#now() - tenant.lastStartedAt >= longRequestMs;
    return isLong || (tenant.active === 0 && tenant.spentMs < throttledMsPerTick);
  }

  #start(tenant: Tenant, request: QueuedRequest): void {
    tenant.lastStartedAt = this.#now();
    this.#changeActive(tenant, 1);
    if (!request.start()) this.#changeActive(tenant, -1);
  }

  #changeActive(tenant: Tenant, change: 1 | -1): void {
    this.#tenants.set(tenant.name, tenant);
    tenant.active += change;
    this.#active += change;
    this.#forgetIfIdle(tenant);
  }

  #forgetIfIdle(tenant: Tenant): void {
    const isIdle = tenant.active === 0 && tenant.queue.length === 0 && this.#stateOf(tenant) === "normal";
    if (isIdle) this.#tenants.delete(tenant.name);
  }

  /** A request that is answered at once is released during its start; the loop then continues here, without recursion. */
  #startNext(): void {
    this.#canStartMore = true;
    if (this.#isStarting) return;
    this.#isStarting = true;
    while (this.#canStartMore) {
      this.#canStartMore = false;
      for (const tenant of this.#waiting) {
        this.#shed(tenant);
        const [next] = this.#canStart(tenant) ? this.#dequeue(tenant, 1) : [];
        if (next === undefined) continue;
        // To the end of the round: iteration of a set includes what is added during it.
        if (this.#waiting.delete(tenant)) this.#waiting.add(tenant);
        this.#start(tenant, next);
      }
    }
    this.#isStarting = false;
  }

  #shed(tenant: Tenant): void {
    const { maxConcurrent, maxConcurrentPerTenant, timeoutMs } = this.#limits;
    const now = this.#now();
    const inTime = tenant.queue.findIndex(({ since }) => now - since <= timeoutMs);
    let count = inTime < 0 ? tenant.queue.length : inTime;
    if (this.#stateOf(tenant) === "saturated" && this.#hasOthers(tenant.name)) {
      const share = Math.max(1, Math.floor(maxConcurrent / this.#waiting.size));
      count = Math.max(count, tenant.queue.length - share);
      if (count > 0) tenant.lastShedAt = now;
    }
    const isOverload = this.#active >= maxConcurrent && tenant.active < maxConcurrentPerTenant;
    for (const request of this.#dequeue(tenant, count)) request.refuse(isOverload ? "overload" : "tenant_limit");
  }

  #dequeue(tenant: Tenant, count: number): QueuedRequest[] {
    const taken = tenant.queue.splice(0, count);
    this.#queued -= taken.length;
    if (tenant.queue.length === 0) this.#waiting.delete(tenant);
    return taken.map(({ request }) => request);
  }
}
