export const llmProviders = ["openai-compatible", "anthropic"] as const;

/** The external model and its limits. Without these settings nothing leaves the machine. */
export interface LlmSettings {
  provider: (typeof llmProviders)[number];
  /** Up to and including the version, as in https://host/v1. No other URL is ever requested. */
  baseUrl: string;
  /** A local server may need none. */
  apiKey: string | undefined;
  model: string;
  /** Input and output together. */
  tokensPerDocument: number;
  /** Concurrent requests of this process, for all documents together. */
  concurrency: number;
  /** Per request. */
  timeoutSeconds: number;
}
