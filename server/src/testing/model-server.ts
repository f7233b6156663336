import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A request to the external model, in either protocol. */
export interface Asked {
  protocol: "openai-compatible" | "anthropic";
  headers: IncomingMessage["headers"];
  /** The raw body. */
  body: string;
  instructions: string;
  prompt: string;
  /** Criterion keys in the order of the prompt. */
  keys: string[];
  /** The text of each clause in the prompt. */
  clauses: string[];
  at: number;
}

/** The model's behaviour: an answer (an object, or raw text), an error status, silence, or a response cut in the middle. */
export type Behaviour =
  | { answer: unknown; tokens?: number }
  | { status: number; headers?: Record<string, string> }
  | "silence"
  | "cut";

/** `count` counts from 1; `mostAtOnce` is that of the server. */
export type Behave = (asked: Asked, count: number, mostAtOnce: () => number) => Behaviour | Promise<Behaviour>;

export interface ModelServer {
  baseUrl: string;
  asked: Asked[];
  /** The maximum number of concurrent requests so far. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

const keyPattern = /^- key "([^"]+)"/gm;
const clausePattern = /⟦clause C\d+⟧\n(?:.*\n)*?text: (.*)\n⟦end of clause C\d+⟧/g;

/** A local server for both protocols: everything but the model is real. */
export async function startModelServer(behave: Behave): Promise<ModelServer> {
  const asked: Asked[] = [];
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once("close", () => {
      open -= 1;
    });
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const protocol = findProtocol(request.url);
    if (protocol === undefined || request.method !== "POST") {
      response.writeHead(404).end();
      return;
    }
    const one = toAsked(protocol, request, await text(request));
    asked.push(one);
    const behaviour = await behave(one, asked.length, () => most);
    if (behaviour === "silence") return;
    if (behaviour !== "cut" && "status" in behaviour) {
      const body = JSON.stringify({ type: "error", error: { type: "error", message: "as the test wants it" } });
      response.writeHead(behaviour.status, { "content-type": "application/json", ...behaviour.headers }).end(body);
      return;
    }
    const content = behaviour === "cut" ? { criteria: [] } : behaviour.answer;
    const tokens = behaviour === "cut" ? 10 : (behaviour.tokens ?? 10);
    const body = JSON.stringify(toReply(one, typeof content === "string" ? content : JSON.stringify(content), tokens));
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    if (behaviour !== "cut") response.end(body);
    else response.write(body.slice(0, body.length / 2), () => response.destroy());
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    mostAtOnce: () => most,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function findProtocol(url = ""): Asked["protocol"] | undefined {
  if (url === "/v1/chat/completions") return "openai-compatible";
  return url === "/v1/messages" ? "anthropic" : undefined;
}

type Content = string | { text?: string }[];
const joinText = (content: Content | undefined) =>
  typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("");

function toAsked(protocol: Asked["protocol"], { headers }: IncomingMessage, body: string): Asked {
  const parsed = JSON.parse(body) as { system?: Content; messages: { role: string; content: Content }[] };
  const of = (role: string) =>
    parsed.messages
      .filter((message) => message.role === role)
      .map(({ content }) => joinText(content))
      .join("\n");
  const prompt = of("user");
  return {
    ...{ protocol, headers, body, prompt, at: performance.now() },
    instructions: protocol === "anthropic" ? joinText(parsed.system) : of("system"),
    keys: [...prompt.matchAll(keyPattern)].map(([, key = ""]) => key),
    clauses: [...prompt.matchAll(clausePattern)].map(([, words = ""]) => words),
  };
}

function toReply({ protocol, body }: Asked, content: string, tokens: number): unknown {
  if (protocol === "openai-compatible")
    return {
      ...{ id: "1", object: "chat.completion", created: 1, model: "test" },
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      usage: { prompt_tokens: tokens - 1, completion_tokens: 1, total_tokens: tokens },
    };
  // A model without structured output is asked to call a tool named json.
  const isTold = (JSON.parse(body) as { tools?: { name: string }[] }).tools?.some(({ name }) => name === "json");
  // Text that is not JSON is answered as text, because it cannot be a tool's input.
  const isByTool = isTold === true && isJson(content);
  return {
    ...{ id: "1", type: "message", role: "assistant", model: "test", stop_reason: isByTool ? "tool_use" : "end_turn" },
    content: isByTool
      ? [{ type: "tool_use", id: "t1", name: "json", input: JSON.parse(content) }]
      : [{ type: "text", text: content }],
    stop_sequence: null,
    usage: { input_tokens: tokens - 1, output_tokens: 1 },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
