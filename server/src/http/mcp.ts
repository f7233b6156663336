import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { AppError } from "../platform/app-error.ts";
import { isWellFormedKey } from "../tenancy/api-key.ts";
import { bearerToken } from "./access.ts";
import type { Routes } from "./routes.ts";

/** A document may be part of a call, in base64. */
const bodyLimitBytes = 24 * 1024 * 1024;
/** Never resolved: requests to it stay within the process. */
const ownAddress = "http://assay.internal";

const query = Type.Object(
  {
    decisions: Type.Optional(Type.Literal("allowed")),
    confirmation: Type.Optional(Type.Literal("none")),
  },
  { additionalProperties: false },
);

/**
 * The Model Context Protocol over HTTP, without sessions: each request is served for its own key. The tools call the service's own
 * operations within the process, so that keys, scopes, limits and the audit log are the same as for every other client.
 */
export function mcpRoutes(app: Routes, version: string): void {
  app.post(
    "/mcp",
    {
      bodyLimit: bodyLimitBytes,
      // What a tool calls is authenticated, counted and admitted by itself.
      config: { access: "public", counts: "nothing", requestClass: "none" },
      schema: { hide: true, querystring: query },
    },
    async (request, reply) => {
      const key = readKey(request);
      await checkKey(app, request, key);
      // Loaded by the first client: most processes never have one.
      const [{ createMcpServer }, { createMcpHandler }, { Assay }] = await Promise.all([
        import("@assay/mcp"),
        import("@modelcontextprotocol/server"),
        import("@assay/sdk"),
      ]);
      const assay = new Assay({ baseUrl: ownAddress, apiKey: key, fetch: fetchInProcess(app, request), retries: 0 });
      const options = {
        mayDecide: request.query.decisions === "allowed",
        asksForConfirmation: request.query.confirmation !== "none",
      };
      const handler = createMcpHandler(() => createMcpServer(assay, version, options), { responseMode: "json" });
      const headers = new Headers(
        Object.entries(request.headers).flatMap(([name, value]) =>
          value === undefined || Array.isArray(value) ? [] : [[name, value] as [string, string]],
        ),
      );
      const asked = new Request(`${ownAddress}/mcp`, { method: "POST", headers, body: JSON.stringify(request.body) });
      const answer = await handler.fetch(asked, { parsedBody: request.body });
      return passOn(reply, answer);
    },
  );
}

/** Hosts send a key as a bearer token or in the service's own header. */
function readKey(request: FastifyRequest): string {
  const own = request.headers["x-api-key"];
  const key = typeof own === "string" ? own : bearerToken(request);
  if (key === undefined || !isWellFormedKey(key))
    throw new AppError("unauthenticated", "Send a company or partner key as X-API-Key or as a bearer token.");
  return key;
}

/** A key that is unknown, revoked or over its limit is refused before anything is said about the tools. */
async function checkKey(app: Routes, request: FastifyRequest, key: string): Promise<void> {
  const answer = await fetchInProcess(app, request)(`${ownAddress}/v1/me`, { headers: { "x-api-key": key } });
  if (answer.ok) return;
  const { message } = (await answer.json()) as { message: string };
  const code = answer.headers.get("x-error-code") as AppError["code"];
  const retryAfterSeconds = Number(answer.headers.get("retry-after") ?? 0);
  throw new AppError(code, message, retryAfterSeconds > 0 ? { retryAfterSeconds } : {});
}

/** `fetch` for the SDK: the service's own routes, for the address that the client has. */
function fetchInProcess(app: Routes, { ip }: FastifyRequest): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const { pathname, search } = new URL(asked.url);
    const payload = Buffer.from(await asked.arrayBuffer());
    const answer = await app.inject({
      method: asked.method as "GET",
      url: pathname + search,
      headers: Object.fromEntries(asked.headers),
      remoteAddress: ip,
      ...(payload.length > 0 && { payload }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const isWithoutBody = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(isWithoutBody ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    });
  };
}

function passOn(reply: FastifyReply, answer: Response) {
  for (const [name, value] of answer.headers) reply.header(name, value);
  reply.code(answer.status);
  return reply.send(answer.body === null ? null : Readable.fromWeb(answer.body as never));
}
