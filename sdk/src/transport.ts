import { AssayError } from "./assay-error.ts";
import { isNode } from "./node-built-in.ts";
import { aborted, countedSeconds, pause, type RetryPolicy, readRetryAfter, retryDelay } from "./retry.ts";

/** How to reach the service, and as whom. */
export interface AssayOptions {
  /** For example `https://assay.example.com`. */
  baseUrl: string;
  /** A partner or company key. */
  apiKey?: string | undefined;
  /** The administrator token, for `admin`. */
  adminToken?: string | undefined;
  /** In a page of the service itself: call with the cookie that `signIn` left, instead of a key. */
  session?: boolean | undefined;
  /** Used instead of the global one: for proxies, agents and tests. */
  fetch?: typeof fetch | undefined;
  /** How long one try may take; 60 by default. Chunks, forms and reports get five times as long. */
  timeoutSeconds?: number | undefined;
  /** Tries after the first one, for calls that may be repeated; 4 by default. */
  retries?: number | undefined;
}

/** What every method takes as its last parameter. */
export interface CallOptions {
  /** Ends the call, and the waiting between tries, with code `aborted`. */
  signal?: AbortSignal | undefined;
  /** How long one try may take. */
  timeoutSeconds?: number | undefined;
  /** Tries after the first one. */
  retries?: number | undefined;
  /** For POST: names the request, so that sending it twice does it once. Made up when absent. */
  idempotencyKey?: string | undefined;
}

export interface Call extends CallOptions {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string | number | boolean | undefined | null>;
  json?: unknown;
  bytes?: Uint8Array<ArrayBuffer> | FormData;
  headers?: Record<string, string>;
  isAdmin?: boolean;
  /** Answers that are no refusals although their status says so. */
  alsoFine?: number;
  policy?: RetryPolicy;
  /** Whether doing it twice is the same as doing it once; where absent, the method tells. */
  isRepeatable?: boolean;
  /** Called when the connection has taken the last of `bytes`, where that can be told: in Node, if they are many. */
  onSent?: () => void;
  /** What comes back is a file, not JSON. */
  wantsFile?: boolean;
}

/** A file that the service made. */
export interface ServiceFile {
  /** As the service calls it. */
  fileName: string;
  /** Its media type. */
  contentType: string;
  /** Its bytes. */
  content: Blob;
}

export type Send = <T>(call: Call) => Promise<T>;

/** Longer than the minute after which every limit of requests lets some through again. */
const retryForSeconds = 120;
const defaultTimeoutSeconds = 60;
const defaultRetries = 4;
const timedOut = Symbol("timed out");

/** One path segment: ids are letters and digits, and whatever else is given must not lead elsewhere. */
export const segment = (text: string | number): string => encodeURIComponent(String(text));

/** Sends calls, again where that is safe, and turns every failure into an AssayError. */
export function createTransport(options: AssayOptions): Send {
  const baseUrl = checkedBaseUrl(options.baseUrl);
  const identity = {
    apiKey: checkedKey("apiKey", options.apiKey),
    adminToken: checkedKey("adminToken", options.adminToken),
    session: options.session,
  };
  const fetch = options.fetch ?? globalThis.fetch.bind(globalThis);

  return async function send<T>(call: Call): Promise<T> {
    const url = baseUrl + call.path + queryText(call.query);
    const headers = headersOf(identity, call);
    const policy = call.policy ?? {
      retries: call.retries ?? options.retries ?? defaultRetries,
      forSeconds: retryForSeconds,
    };
    const factor = call.bytes === undefined && call.wantsFile !== true ? 1 : 5;
    const timeoutSeconds = call.timeoutSeconds ?? (options.timeoutSeconds ?? defaultTimeoutSeconds) * factor;
    const isIdempotent = call.isRepeatable ?? call.method !== "PATCH";
    let elapsedSeconds = 0;
    for (let attempt = 0; ; attempt++) {
      const startedAt = performance.now();
      try {
        const init = { method: call.method, headers, ...bodyOf(call) };
        return (await once(fetch, url, init, { ...call, timeoutSeconds })) as T;
      } catch (error) {
        if (!(error instanceof AssayError)) throw error;
        elapsedSeconds += countedSeconds((performance.now() - startedAt) / 1000, policy);
        const seconds = retryDelay(error, { attempt, elapsedSeconds, isIdempotent }, policy);
        if (seconds === undefined) throw error;
        elapsedSeconds += seconds;
        await pause(seconds, call.signal);
      }
    }
  };
}

/** Checked before the first call: what is no address would fail as if nobody were there, and be tried again in vain. */
function checkedBaseUrl(text: string): string {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  // Not repeated in the message: an address may hold a password, which fetch refuses anyway.
  if (url === undefined || url.username || url.password) {
    throw new AssayError(
      "invalid_options",
      "baseUrl is missing or not the address of a service. Give it with its scheme and without a password, as in https://assay.example.com.",
    );
  }
  return text.replace(/\/+$/, "");
}

/** White space around a key comes with the file it was read from. The key itself is nobody's to read in a message. */
function checkedKey(name: "apiKey" | "adminToken", key: string | undefined): string | undefined {
  const trimmed = key?.trim();
  if (trimmed !== undefined && /[^\t\x20-\x7e\x80-\xff]/.test(trimmed)) {
    throw new AssayError(
      "invalid_options",
      `${name} has characters that no key has, such as a line break. Copy it again from where it was shown.`,
    );
  }
  return trimmed;
}

function queryText(query: Call["query"] = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) given.set(name, String(value));
  }
  const text = given.toString();
  return text && `?${text}`;
}

/** Small enough for `onSent` to come when little is left to send, and large enough to cost nothing. */
const pieceBytes = 1024 * 1024;

/**
 * Made anew for each try: a stream is read once. Node copies bytes that it is given as they are, which for chunks costs
 * five times the CPU of handing them on in a stream.
 */
function bodyOf({ json, bytes, onSent }: Call): RequestInit {
  if (json !== undefined) return { body: JSON.stringify(json) };
  if (bytes === undefined) return {};
  if (!isNode || bytes instanceof FormData) return { body: bytes };
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + pieceBytes));
      else {
        controller.close();
        // Of more than one piece the service has the first ones; a single one may still be overtaken by another request.
        if (bytes.length > pieceBytes) onSent?.();
      }
      at += pieceBytes;
    },
  });
  return { body, duplex: "half" } as RequestInit;
}

type Identity = Pick<AssayOptions, "apiKey" | "adminToken" | "session">;

function headersOf({ apiKey, adminToken, session }: Identity, call: Call): Record<string, string> {
  return {
    accept: call.wantsFile ? "*/*" : "application/json",
    ...(call.isAdmin
      ? adminToken !== undefined && { authorization: `Bearer ${adminToken}` }
      : apiKey !== undefined && { "x-api-key": apiKey }),
    ...(session && { "x-assay-session": "1" }),
    ...(call.json !== undefined && { "content-type": "application/json" }),
    // A stream does not tell its length.
    ...(isNode && call.bytes instanceof Uint8Array && { "content-length": String(call.bytes.length) }),
    ...(call.method === "POST" && { "idempotency-key": call.idempotencyKey ?? randomName() }),
    ...call.headers,
  };
}

/** `crypto.randomUUID` is missing on pages that were not loaded over https. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

interface Limits {
  signal?: AbortSignal | undefined;
  timeoutSeconds: number;
  alsoFine?: number;
  wantsFile?: boolean;
}

/** One try, its body read included. */
async function once(
  send: typeof fetch,
  url: string,
  init: RequestInit,
  { signal, timeoutSeconds, alsoFine, wantsFile }: Limits,
): Promise<unknown> {
  if (signal?.aborted) throw aborted(signal);
  const ending = new AbortController();
  const onAbort = () => ending.abort(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => ending.abort(timedOut), timeoutSeconds * 1000);
  try {
    const response = await send(url, { ...init, signal: ending.signal });
    if (response.ok && wantsFile) return await toFile(response);
    const text = await response.text();
    if (!response.ok && response.status !== alsoFine) throw refusal(response, text);
    return response.status === 204 ? undefined : parse(response, text);
  } catch (error) {
    if (error instanceof AssayError) throw error;
    if (signal?.aborted) throw aborted(signal);
    if (ending.signal.aborted) {
      throw new AssayError("timeout", `No answer within ${timeoutSeconds} seconds.`, { cause: error });
    }
    const reason = reasonOf(error);
    throw new AssayError("network", `${new URL(url).origin} cannot be reached${reason && `: ${reason}`}.`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Node hides why a connection failed in the cause of "fetch failed"; with two addresses, in a list of errors without words. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || (error instanceof Error ? error.message : "");
}

function refusal(response: Response, text: string): AssayError {
  let message = "";
  try {
    message = (JSON.parse(text) as { message?: string }).message ?? "";
  } catch {
    // Not from the service itself: a proxy's page, for example. Its status must do.
  }
  const { status, headers } = response;
  return new AssayError(
    headers.get("x-error-code") ?? `http_${status}`,
    message || `The service answered ${status} ${response.statusText}`.trim(),
    {
      status,
      requestId: headers.get("x-request-id") ?? undefined,
      retryAfterSeconds: readRetryAfter(headers.get("retry-after"), Date.now()),
    },
  );
}

async function toFile(response: Response): Promise<ServiceFile> {
  const named = response.headers.get("content-disposition")?.match(/filename\*=UTF-8''([^;]+)/)?.[1];
  return {
    fileName: (named === undefined ? "report" : decodeURIComponent(named)).replaceAll(/[/\\]/g, "_"),
    contentType: response.headers.get("content-type") ?? "application/octet-stream",
    content: await response.blob(),
  };
}

function parse(response: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AssayError("invalid_response", `The answer is not JSON; is ${response.url || "this"} an Assay service?`, {
      status: response.status,
      requestId: response.headers.get("x-request-id") ?? undefined,
      cause,
    });
  }
}
