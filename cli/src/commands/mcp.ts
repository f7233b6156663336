import type { Command } from "../command.ts";
import { version } from "../version.ts";

export const mcpCommand: Command = {
  name: "mcp",
  summary: "Serve Assay's tools to an AI agent over standard input and output (Model Context Protocol).",
  options: [
    { name: "allow-decisions", summary: "Offer the tool that records decisions about findings." },
    { name: "no-confirmation", summary: "Submit and decide without asking to be called again with confirmed." },
  ],
  details:
    "Started by the agent's host. Files are read on this machine. Nothing but the protocol is written to standard output.",
  examples: [
    ["assay mcp", "With the key of the profile"],
    ["assay mcp --profile acme --allow-decisions", "For another profile, and with decisions"],
  ],
  async run({ connection, signal }, args) {
    const { serveMcpOverStdio } = await import("@assay/mcp/stdio");
    const options = { mayDecide: args.has("allow-decisions"), asksForConfirmation: !args.has("no-confirmation") };
    await serveMcpOverStdio(connection.partnerOrCompany(), version, options, signal);
    return undefined;
  },
};
