import type { Assay } from "@assay/sdk";
import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";

export interface ToolContext {
  assay: Assay;
  options: McpOptions;
  signal: AbortSignal;
}

export interface McpOptions {
  /** Whether the tool `decide` exists. */
  mayDecide: boolean;
  /** Whether tools that change something ask to be called again with `confirmed`. */
  asksForConfirmation: boolean;
  /** Reads a file of the machine that the server runs on; absent where clients must send the content. */
  readFile?: (path: string) => Promise<{ name: string; content: Blob }>;
}

/** One tool: what it is called and takes, and what it answers. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  annotations: ToolAnnotations;
  run(context: ToolContext, input: z.infer<Input>): Promise<object>;
}

/** Keeps the type of the input. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool as unknown as Tool;

export const reads: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
export const writes: ToolAnnotations = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

/** The answer of a tool that changes something, before a person has agreed. */
export const askForConfirmation = (wouldDo: string) => ({
  done: false,
  needsConfirmation: `${wouldDo} Nothing has been done yet. Ask the person you work for; if they agree, call the tool again with the same arguments and confirmed: true.`,
});

export const toResult = (answer: object, isError = false): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(answer, null, 1) }],
  structuredContent: answer as Record<string, unknown>,
  ...(isError && { isError: true }),
});
