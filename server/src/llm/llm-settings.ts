export const llmProviders = ["openai-compatible", "anthropic"] as const;
/** About every criterion, or only about those that the engine is not sure of. */
export const llmScopes = ["all", "unsure"] as const;
export const defaultUnsureBelow = 0.75;

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
  /** Not sent if undefined: some models refuse it. */
  temperature: number | undefined;
  ask: (typeof llmScopes)[number];
  /** The engine is not sure of a verdict that is less probable than this. */
  unsureBelow: number;
}
