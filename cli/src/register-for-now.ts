import { type Assay, AssayError, type Webhook } from "@assay/sdk";
import { CliError, exitCodes } from "./cli-error.ts";

type Registration = Pick<Webhook, "url" | "eventTypes">;

/** Registers a webhook with a new secret. `restore` puts the registration back that was there before, and says what it did. */
export async function registerForNow(
  assay: Assay,
  registration: Registration,
  signal: AbortSignal,
): Promise<{ secret: string | null; restore: () => Promise<string> }> {
  const before = await assay.getWebhook({ signal }).catch((error: unknown) => {
    if (error instanceof AssayError && error.code === "not_found") return undefined;
    throw error;
  });
  const { secret } = await assay.registerWebhook({ ...registration, rotateSecret: true }, { signal }).catch(explain);
  return {
    secret,
    // Without the signal: it has ended the command.
    async restore() {
      const { url, eventTypes, isActive } = before ?? { ...registration, isActive: false };
      await assay.registerWebhook({ url, eventTypes, isActive });
      if (before === undefined) return "Switched the webhook off: there was none before.";
      return `Put the registration of ${url} back. Its secret is the new one, which the profile has.`;
    },
  };
}

/** The service's own message does not name the setting of the operator. */
function explain(error: unknown): never {
  if (
    error instanceof AssayError &&
    /^(?:invalid_request|unprocessable)$/.test(error.code) &&
    /^url /.test(error.message)
  ) {
    throw new CliError(
      error.message,
      exitCodes.failed,
      "Start the service with ASSAY_WEBHOOK_ALLOW_PRIVATE=true, or use --address URL with the public address of a tunnel.",
    );
  }
  throw error;
}
