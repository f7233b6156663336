import { ActiveTenants } from "./active-tenants.ts";
import { type QueuedRequest, type QueueLimits, type Refusal, RequestQueue, tickMs } from "./request-queue.ts";

/** Classes with separate queues: short requests, results with thousands of findings, and transfers over slow connections. */
export type RequestClass = "requests" | "results" | "transfers";

export interface AdmissionSettings {
  maxConcurrentRequests: number;
  maxConcurrentRequestsPerTenant: number;
  maxConcurrentTransfers: number;
  maxConcurrentTransfersPerTenant: number;
  queueTimeoutMs: number;
}

/** Limits how many requests this process handles at the same time. */
export interface Admission {
  /** Throttles other tenants that have a backlog. */
  noteActive(tenant: string): void;
  add(requestClass: RequestClass, tenant: string, request: QueuedRequest): void;
  release(requestClass: RequestClass, tenant: string): void;
  figures(): { requestClass: RequestClass; active: number; queued: number }[];
  /** Refuses all queued requests. */
  close(): void;
}

export type { Refusal };

const maxConcurrentResults = 4;
/** Repeating a transfer costs more than waiting. */
const transferTimeoutFactor = 5;

/** `now` is a monotonic clock in milliseconds. */
export function openAdmission(settings: AdmissionSettings, now: () => number): Admission {
  const tenants = new ActiveTenants(now);
  const open = (maxConcurrent: number, maxConcurrentPerTenant: number, timeoutMs: number) => {
    const limits: QueueLimits = { maxConcurrent, maxConcurrentPerTenant, timeoutMs };
    return new RequestQueue(limits, now, (tenant) => tenants.hasOthers(tenant));
  };
  const { maxConcurrentRequests, maxConcurrentTransfers, queueTimeoutMs } = settings;
  const queues: Record<RequestClass, RequestQueue> = {
    requests: open(maxConcurrentRequests, settings.maxConcurrentRequestsPerTenant, queueTimeoutMs),
    results: open(Math.min(maxConcurrentResults, maxConcurrentRequests), 1, queueTimeoutMs),
    transfers: open(
      maxConcurrentTransfers,
      settings.maxConcurrentTransfersPerTenant,
      queueTimeoutMs * transferTimeoutFactor,
    ),
  };
  let ticking: NodeJS.Timeout | undefined;
  const tick = () => {
    if (Object.values(queues).filter((queue) => queue.tick()).length > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
  return {
    noteActive: (tenant) => tenants.note(tenant),
    add(requestClass, tenant, request) {
      queues[requestClass].add(tenant, request);
      if (queues[requestClass].queued > 0) ticking ??= setInterval(tick, tickMs).unref();
    },
    release: (requestClass, tenant) => queues[requestClass].release(tenant),
    figures: () =>
      (Object.keys(queues) as RequestClass[]).map((requestClass) => {
        const { active, queued } = queues[requestClass];
        return { requestClass, active, queued };
      }),
    close() {
      clearInterval(ticking);
      for (const queue of Object.values(queues)) queue.refuseAll();
    },
  };
}
