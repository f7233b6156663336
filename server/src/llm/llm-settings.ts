export const llmProviders = ["openai-compatible", "anthropic"] as const;

/** Which model outside judges, and what it may cost. Absent as a whole: nothing leaves the machine. */
export interface LlmSettings {
  provider: (typeof llmProviders)[number];
  /** Up to and including the version, as in https://host/v1. Nothing else is ever connected to. */
  baseUrl: string;
  /** A server on the own machine may want none. */
  apiKey: string | undefined;
  model: string;
  /** What is sent and answered, together, for one document. */
  tokensPerDocument: number;
  /** Questions under way at a time, of all documents of this process together. */
  concurrency: number;
  /** For one answer. */
  timeoutSeconds: number;
}
