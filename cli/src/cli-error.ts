import { AssayError } from "@assay/sdk";

/** Documented in cli/README.md. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usageError: 2,
  notAllowed: 3,
  notFound: 4,
  unreachable: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An error that the user can fix, with the next step. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: ExitCode;
  readonly nextStep: string | undefined;

  constructor(message: string, exitCode: ExitCode, nextStep?: string) {
    super(message);
    this.exitCode = exitCode;
    this.nextStep = nextStep;
  }
}

export const usageError = (message: string, nextStep?: string) => new CliError(message, exitCodes.usageError, nextStep);

export const unreadableFile = (file: string, { code }: Pick<NodeJS.ErrnoException, "code">) =>
  new CliError(`${file} cannot be read (${code}).`, exitCodes.notFound);

const nextSteps: Record<string, string> = {
  unauthenticated:
    "Check the key with: assay config show. Get a new one with: assay onboard NAME, or from your partner's administrator.",
  wrong_tier: "This needs a key of the other tier. assay config show lists your keys.",
  network: "Is the service running? Start one with npm start, or set its address with --url or ASSAY_URL.",
  rate_limited: "Wait a formatTime and run the same command again.",
  submission_limit_reached: "Wait, or ask the administrator for a higher limit: assay admin partners limits.",
  resume_mismatch: "Use --fresh to start a new upload.",
};

export function toCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (!(error instanceof AssayError)) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return new CliError(message, exitCodes.failed);
  }
  const { code, status, message, requestId } = error;
  const exitCode =
    code === "aborted"
      ? exitCodes.interrupted
      : code === "network" || code === "timeout"
        ? exitCodes.unreachable
        : status === 401 || status === 403
          ? exitCodes.notAllowed
          : status === 404
            ? exitCodes.notFound
            : exitCodes.failed;
  const report = status >= 500 && requestId ? ` (request ${requestId})` : "";
  return new CliError(code === "aborted" ? "Interrupted." : message + report, exitCode, nextSteps[code]);
}
