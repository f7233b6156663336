import { type List, paginate } from "./list.ts";
import type { PageQuery } from "./operation-types.ts";
import type { Call, CallOptions, Send } from "./transport.ts";

/** The two forms that most operations have: a call with JSON, and a list in pages. */
export class Requests {
  readonly #send: Send;
  readonly #prefix: string;

  constructor(send: Send, prefix: string) {
    this.#send = send;
    this.#prefix = prefix;
  }

  call<T>(method: Call["method"], path: string, json: unknown, options: CallOptions): Promise<T> {
    return this.#send<T>({ method, path: this.#prefix + path, ...(json !== undefined && { json }), ...options });
  }

  list<Name extends string, Entry, Page extends Record<Name, Entry[]> & { nextCursor?: string }>(
    name: Name,
    path: string,
    query: PageQuery,
    options: CallOptions,
  ): List<Page, Page[Name][number]> {
    return paginate<Name, Entry, Page>(name, query, (page) =>
      this.#send<Page>({ method: "GET", path: this.#prefix + path, query: { ...page }, ...options }),
    );
  }
}
