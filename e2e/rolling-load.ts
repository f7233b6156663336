import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";

interface ApiResponse {
  status: number;
  body: string;
}

/**
 * Calls several nodes round-robin over keep-alive connections, like a proxy. It tries the next node only when a connection is refused,
 * because then nothing was sent. Any other error is a failure.
 */
class RollingClient {
  readonly #urls: string[];
  readonly #agent = new Agent({ keepAlive: true });
  #next = 0;

  constructor(urls: string[]) {
    this.#urls = urls;
  }

  async call(method: string, path: string, key: string, body?: object): Promise<ApiResponse> {
    const begin = this.#next++;
    for (let refusals = 0; ; refusals++) {
      const url = this.#urls[(begin + refusals) % this.#urls.length];
      try {
        return await this.#send(`${url}${path}`, method, key, body);
      } catch (error) {
        const isRefused = error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
        if (!isRefused || refusals + 1 === this.#urls.length) throw error;
      }
    }
  }

  async #send(url: string, method: string, key: string, body: object | undefined): Promise<ApiResponse> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(
        url,
        {
          ...{ method, agent: this.#agent },
          headers: {
            "x-api-key": key,
            ...(payload && { "content-type": "application/json", "content-length": Buffer.byteLength(payload) }),
          },
        },
        resolve,
      );
      sent.once("error", reject);
      sent.end(payload);
    });
    return { status: answer.statusCode ?? 0, body: await text(answer) };
  }

  close(): void {
    this.#agent.destroy();
  }
}

export interface RollingLoad {
  answered(): number;
  failures: string[];
  /** Names of acknowledged entities. */
  created: string[];
  stop(): Promise<void>;
}

/** Several callers read and write continuously until the load is stopped. */
export function startRollingLoad(urls: string[], key: string, readPath: string, callers = 4): RollingLoad {
  const client = new RollingClient(urls);
  const failures: string[] = [];
  const created: string[] = [];
  let answered = 0;
  let isStopped = false;
  async function caller(number: number): Promise<void> {
    for (let i = 0; !isStopped; i++) {
      const name = `Branch ${number}-${i}`;
      const isWrite = i % 2 === 0;
      try {
        const { status, body } = isWrite
          ? await client.call("POST", "/v1/business-entities", key, { name })
          : await client.call("GET", readPath, key);
        answered += 1;
        if (status >= 300) failures.push(`${status}: ${body}`);
        else if (isWrite) created.push(name);
      } catch (error) {
        failures.push(String(error));
      }
      // A pause, so that starting processes get CPU time.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
  const running = Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return {
    answered: () => answered,
    failures,
    created,
    async stop() {
      isStopped = true;
      await running;
      client.close();
    },
  };
}
