import { inspect } from "node:util";
import {
  MessageChannel,
  type MessagePort,
  parentPort,
  type ResourceLimits,
  type Transferable,
  Worker,
  workerData,
} from "node:worker_threads";
import { AppError, type ErrorCode } from "./app-error.ts";

/** The methods that one side of a connection offers the other. Each takes at most one argument. */
type Methods = object;
type Method = (argument?: unknown) => unknown;

/** A result whose buffers move to the other thread instead of being copied. */
export class Transferred<Value> {
  readonly value: Value;
  readonly buffers: Transferable[];

  constructor(value: Value, buffers: Transferable[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

interface CallOptions {
  /** Buffers of the argument that move to the other thread. */
  transfer?: Transferable[];
  /** A thread that has not answered by then is terminated. */
  timeoutMilliseconds?: number;
}

type Parameter<M> = M extends () => unknown
  ? [argument?: undefined, options?: CallOptions]
  : M extends (argument: infer Argument) => unknown
    ? [argument: Argument, options?: CallOptions]
    : never;
type Result<M> = M extends (...parameters: never[]) => infer Returned
  ? Awaited<Returned> extends Transferred<infer Value>
    ? Value
    : Awaited<Returned>
  : never;

export interface Connection<Remote extends Methods> {
  call<Name extends keyof Remote>(name: Name, ...parameter: Parameter<Remote[Name]>): Promise<Result<Remote[Name]>>;
  /** Pending calls fail with the reason. The other side sees its own `signal` aborted. */
  close(reason?: unknown): void;
  /** Aborted when either side closes the connection or when its thread ends. */
  signal: AbortSignal;
}

/** A thread did not answer a call in time. */
export class ThreadTimeout extends Error {}

type Message = { call: number } & ({ name: string; argument: unknown } | { result: unknown } | { error: SentError });

/** An error as plain strings: its class and code would not survive structured cloning, and its cause might not be cloneable. */
interface SentError {
  message: string;
  code: string | undefined;
  isAppError: boolean;
  retryAfterSeconds: number | undefined;
  details: string;
}

function toSentError(error: unknown): SentError {
  const { message, code }: NodeJS.ErrnoException = error instanceof Error ? error : new Error(inspect(error));
  const isAppError = error instanceof AppError;
  const retryAfterSeconds = isAppError ? error.retryAfterSeconds : undefined;
  return { message, code, isAppError, retryAfterSeconds, details: inspect(error) };
}

function fromSentError({ message, code, isAppError, retryAfterSeconds, details: cause }: SentError): Error {
  if (!isAppError) return Object.assign(new Error(message, { cause }), code !== undefined && { code });
  const retry = retryAfterSeconds !== undefined && { retryAfterSeconds };
  return new AppError(code as ErrorCode, message, { cause, ...retry });
}

const interrupted = (cause: unknown) =>
  new AppError("unavailable", "This was interrupted; try again shortly.", { cause, retryAfterSeconds: 1 });

function connectOver<Remote extends Methods>(
  port: MessagePort,
  open: (connection: Connection<Remote>) => Methods,
  onTimeout: (error: ThreadTimeout) => void,
): Connection<Remote> {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  const closing = new AbortController();
  let calls = 0;

  async function send(name: string, argument: unknown, { transfer = [], timeoutMilliseconds }: CallOptions = {}) {
    closing.signal.throwIfAborted();
    const call = ++calls;
    const waiting = Promise.withResolvers<unknown>();
    const isLate = () => {
      const error = new ThreadTimeout(`"${name}" took longer than ${timeoutMilliseconds} ms`);
      waiting.reject(error);
      onTimeout(error);
    };
    const timer = timeoutMilliseconds === undefined ? undefined : setTimeout(isLate, timeoutMilliseconds);
    pending.set(call, waiting);
    // Only a pending call keeps the process alive.
    port.ref();
    try {
      port.postMessage({ call, name, argument } satisfies Message, transfer);
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      pending.delete(call);
      if (pending.size === 0) port.unref();
    }
  }

  const connection: Connection<Remote> = {
    signal: closing.signal,
    call: (name, ...[argument, options]) => send(String(name), argument, options) as Promise<never>,
    close(reason = new Error("the connection is closed")) {
      if (closing.signal.aborted) return;
      closing.abort(reason);
      port.close();
      for (const { reject } of pending.values()) reject(reason);
    },
  };
  const methods = open(connection) as Record<string, Method>;

  async function answer(call: number, name: string, argument: unknown): Promise<void> {
    try {
      const returned = await methods[name]?.(argument);
      const { value, buffers } = returned instanceof Transferred ? returned : new Transferred(returned, []);
      port.postMessage({ call, result: value } satisfies Message, buffers);
    } catch (error) {
      port.postMessage({ call, error: toSentError(error) } satisfies Message);
    }
  }

  port.on("message", (message: Message) => {
    if ("name" in message) void answer(message.call, message.name, message.argument);
    else if ("error" in message) pending.get(message.call)?.reject(fromSentError(message.error));
    else pending.get(message.call)?.resolve(message.result);
  });
  port.unref();
  return connection;
}

/** Connects to whoever holds the other end of the port, wherever that is. */
export function openConnection<Remote extends Methods>(
  port: MessagePort,
  open: (connection: Connection<Remote>) => Methods = () => ({}),
): Connection<Remote> {
  const connection = connectOver(port, open, (error) => connection.close(interrupted(error)));
  port.once("close", () => connection.close(interrupted(new Error("the other side of the connection ended"))));
  return connection;
}

interface ThreadOptions {
  file: string;
  /** The thread reads it with `threadData`. */
  data?: unknown;
  /** What the thread may call through `connectToHost`. */
  host?: Methods;
  /** Empty unless given: a thread has no settings or secrets to leak. */
  env?: Record<string, string>;
  resourceLimits?: ResourceLimits;
  /** The thread crashed, ran out of memory or was terminated for being late. */
  onLost?: (error: Error) => void;
}

export interface Thread<Remote extends Methods> {
  /** Closed with the signal's reason when the signal is aborted. */
  connect(options?: { methods?: Methods; signal?: AbortSignal | undefined }): Connection<Remote>;
  /** One end of a new connection, to be sent to another thread and opened there. */
  openPort(): MessagePort;
  /** False before the first connection, and after the thread was lost or stopped, until the next connection. */
  isRunning(): boolean;
  /** Terminates the thread. Pending calls fail. A thread that is inside native code may take the process with it. */
  stop(): Promise<void>;
}

interface ThreadData {
  data: unknown;
  host: MessagePort;
}

/**
 * A long-lived thread, started by the first connection. When it is lost, pending calls fail as retryable, and the next
 * connection starts another thread.
 */
export function openThread<Remote extends Methods>(options: ThreadOptions): Thread<Remote> {
  const { file, data, host = {}, env = {}, resourceLimits = {}, onLost } = options;
  let running: ReturnType<typeof start> | undefined;

  function start() {
    const { port1, port2 } = new MessageChannel();
    const workerData: ThreadData = { data, host: port2 };
    const worker = new Worker(file, { workerData, transferList: [port2], env, resourceLimits });
    worker.unref();
    const connections = new Set<Connection<never>>();
    function end(cause: Error): void {
      if (running?.worker === worker) running = undefined;
      for (const connection of connections) connection.close(interrupted(cause));
    }
    function lose(error: Error): void {
      if (running?.worker === worker) onLost?.(error);
      end(error);
      void worker.terminate();
    }
    worker.once("error", lose);
    worker.once("exit", (code) => lose(new Error(`the thread ended with code ${code}`)));
    connections.add(connectOver(port1, () => host, lose));
    return { worker, connections, end, lose };
  }

  function openPort(): MessagePort {
    running ??= start();
    const { port1, port2 } = new MessageChannel();
    running.worker.postMessage(port2, [port2]);
    return port1;
  }

  return {
    openPort,
    isRunning: () => running !== undefined,
    connect({ methods = {}, signal } = {}) {
      signal?.throwIfAborted();
      running ??= start();
      const { connections, lose } = running;
      const connection = connectOver<Remote>(openPort(), () => methods, lose);
      connections.add(connection);
      connection.signal.addEventListener("abort", () => connections.delete(connection));
      signal?.addEventListener("abort", () => connection.close(signal.reason), { signal: connection.signal });
      return connection;
    },
    async stop() {
      const own = running;
      own?.end(new Error("the thread was stopped"));
      await own?.worker.terminate();
    },
  };
}

/** Called in a thread: answers each connection with methods of its own, so that they can hold the connection's state. */
export function serveThread<Client extends Methods>(open: (client: Connection<Client>) => Methods): void {
  if (parentPort === null) throw new Error("this file is started as a thread");
  parentPort.on("message", (port: MessagePort) => openConnection(port, open));
}

/** Called in a thread, once. */
export const connectToHost = <Host extends Methods>() => openConnection<Host>((workerData as ThreadData).host);

/** Called in a thread. */
export const threadData = <Data>() => (workerData as ThreadData).data as Data;
