import { AssayError } from "@assay/sdk";

/** What `assay` ends with; cli/README.md tells people. */
export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  notAllowed: 3,
  notFound: 4,
  unreachable: 5,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Something a person can mend: what is wrong, and the next step. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly exitCode: ExitCode;
  readonly nextStep: string | undefined;

  constructor(message: string, exitCode: ExitCode, nextStep?: string) {
    super(message);
    this.exitCode = exitCode;
    this.nextStep = nextStep;
  }
}

export const misused = (message: string, nextStep?: string) => new Problem(message, exitCodes.misused, nextStep);

/** One exit code for a file that is not there, whichever command was to read it. */
export const unreadable = (file: string, { code }: Pick<NodeJS.ErrnoException, "code">) =>
  new Problem(`${file} cannot be read (${code}).`, exitCodes.notFound);

const nextSteps: Record<string, string> = {
  unauthenticated:
    "Check the key: assay config show. A new one: assay onboard NAME, or ask your partner's administrator.",
  wrong_tier: "This needs a key of the other tier: assay config show lists the keys you have.",
  network: "Is the service running? npm start starts one here; --url and ASSAY_URL name another.",
  rate_limited: "Wait a moment and run the same command again.",
  submission_limit_reached: "Wait, or ask the administrator for a higher limit: assay admin partners limits.",
  resume_mismatch: "Run it again with --fresh to start a new upload.",
};

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof AssayError)) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return new Problem(message, exitCodes.failed);
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
  return new Problem(code === "aborted" ? "Interrupted." : message + report, exitCode, nextSteps[code]);
}
