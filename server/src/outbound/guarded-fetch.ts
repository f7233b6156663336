import type { Agent } from "undici";
import { checkUrl, getPort } from "../webhooks/endpoint-address.ts";
import { ConnectRefused, makeCheckedLookup } from "./checked-lookup.ts";
import type { OutboundRules } from "./outbound.ts";

/** Metadata, keys and tokens take a few kilobytes. */
const maxBodyBytes = 1024 * 1024;
const connectMilliseconds = 10_000;

/** What the caller may set; redirects are never followed. */
interface FetchInit {
  method?: string;
  headers?: Headers | Record<string, string>;
  body?: unknown;
  signal?: AbortSignal | null | undefined;
}

export interface GuardedFetch {
  fetch(url: string, init?: FetchInit): Promise<Response>;
  close(): Promise<void>;
}

/** `fetch` that obeys the rules for outgoing connections, like webhook delivery: no proxy, no redirect, a limited answer. */
export function openGuardedFetch({ rules, resolve }: Pick<OutboundRules, "rules" | "resolve">): GuardedFetch {
  // One for each port: the rules depend on the port, and a lookup function does not receive it.
  const agents = new Map<number, Agent>();

  return {
    async fetch(text, { method = "GET", headers, body, signal } = {}) {
      const check = checkUrl(rules, text);
      if ("reason" in check) throw new ConnectRefused("address", check.reason);
      const undici = await import("undici");
      const port = getPort(check.url);
      const connect = { lookup: makeCheckedLookup(rules, resolve, port), timeout: connectMilliseconds };
      const dispatcher = agents.get(port) ?? new undici.Agent({ connect });
      agents.set(port, dispatcher);
      const answer = await undici.fetch(check.url, {
        ...{ method, dispatcher, redirect: "manual", headers: new Headers(headers) as never },
        ...(body != null && { body: String(body) }),
        ...(signal && { signal }),
      });
      const { status } = answer;
      const bytes = await readLimited(answer.body);
      const isEmpty = [101, 204, 205, 304].includes(status);
      return new Response(isEmpty ? null : bytes, { status, headers: [...answer.headers] });
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

async function readLimited(body: AsyncIterable<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.byteLength;
    if (size > maxBodyBytes) throw new Error("the answer is too long");
    parts.push(part);
  }
  return Buffer.concat(parts);
}
