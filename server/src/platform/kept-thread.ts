import { parentPort, type ResourceLimits, Worker } from "node:worker_threads";
import { AppError } from "./app-error.ts";
import { lowerThreadPriority } from "./lower-thread-priority.ts";

/** Whoever asks a thread for something, until it leaves. */
export interface Asker<Answer> {
  answered(answer: Answer): void;
  /** The last it hears; it need not leave. */
  failed(error: Error): void;
}

export interface Asking<Request> {
  ask(request: Request, handedOver?: ArrayBuffer[]): void;
  leave(): void;
}

export interface KeptThread<Request, Answer> {
  join(asker: Asker<Answer>): Asking<Request>;
}

interface Asked<Request> {
  asker: number;
  request: Request;
}

/** An error arrives without its code, which tells a full disk from a damaged file: it is sent beside it. */
type Answered<Answer> = { asker: number } & ({ answer: Answer } | { error: Error; code: string | undefined });

interface Running<Answer> {
  worker: Worker;
  askers: Map<number, Asker<Answer>>;
  leave(asker: number): void;
}

/**
 * A thread for what would hold up whoever else waits for this one. It starts when it is first asked, with no settings and no
 * secrets, and keeps the process from ending only while somebody waits for it. When it is lost, what it was at fails, and the
 * next one to ask starts another.
 */
export function keptThread<Request, Answer>(file: string, resourceLimits: ResourceLimits): KeptThread<Request, Answer> {
  let running: Running<Answer> | undefined;
  let joined = 0;

  function start(): Running<Answer> {
    const worker = new Worker(file, { env: {}, resourceLimits });
    const askers: Running<Answer>["askers"] = new Map();
    const leave = (asker: number) => {
      if (askers.delete(asker) && askers.size === 0) worker.unref();
    };
    const started = { worker, askers, leave };
    worker.on("message", (answered: Answered<Answer>) => {
      const asker = askers.get(answered.asker);
      if ("answer" in answered) return asker?.answered(answered.answer);
      leave(answered.asker);
      const { error, code } = answered;
      asker?.failed(code === undefined ? error : Object.assign(error, { code }));
    });
    const lose = (cause: Error) => {
      if (running === started) running = undefined;
      const left = [...askers.values()];
      askers.clear();
      for (const one of left)
        one.failed(
          new AppError("unavailable", "This was interrupted; try again shortly.", { cause, retryAfterSeconds: 1 }),
        );
    };
    worker.once("error", lose);
    worker.once("exit", (code) => lose(new Error(`the thread ended with code ${code}`)));
    return started;
  }

  return {
    join(asker) {
      running ??= start();
      const { worker, askers, leave } = running;
      const number = ++joined;
      askers.set(number, asker);
      worker.ref();
      return {
        ask: (request, handedOver = []) =>
          worker.postMessage({ asker: number, request } satisfies Asked<Request>, handedOver),
        leave: () => leave(number),
      };
    },
  };
}

interface Served<Request, Answer> {
  answer(
    asker: number,
    request: Request,
    say: (answer: Answer, handedOver?: ArrayBuffer[]) => void,
  ): void | Promise<void>;
  /** Of whom nothing more comes: what it asked for has failed. */
  forget(asker: number): void;
}

/**
 * The other side, called in the thread. Requests are answered one after the other: none overtakes another. What fails fails
 * alone; whatever else comes of it is let pass.
 */
export function serveAskers<Request, Answer>({ answer, forget }: Served<Request, Answer>): void {
  const port = parentPort;
  if (port === null) throw new Error("this is for a thread");
  lowerThreadPriority();
  let last: Promise<void> = Promise.resolve();
  port.on("message", ({ asker, request }: Asked<Request>) => {
    const say = (answered: Answer, handedOver: ArrayBuffer[] = []) =>
      port.postMessage({ asker, answer: answered } satisfies Answered<Answer>, handedOver);
    last = last
      .then(() => answer(asker, request, say))
      .catch((error: NodeJS.ErrnoException) => {
        forget(asker);
        port.postMessage({ asker, error, code: error.code } satisfies Answered<Answer>);
      });
  });
}
