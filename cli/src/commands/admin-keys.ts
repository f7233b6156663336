import { usageError } from "../cli-error.ts";
import { type Command, limitOption, type ParsedArguments, take } from "../command.ts";
import { formatTime, printFields, printTable } from "../table.ts";

const ownerOptions = [
  { name: "partner", value: "PARTNER", summary: "Keys of this partner." },
  { name: "company", value: "COMPANY", summary: "Keys of this company." },
];

function readOwner({ text }: ParsedArguments): { partner: string } | { company: string } {
  const [partner, company] = [text("partner"), text("company")];
  if (partner !== undefined && company === undefined) return { partner };
  if (company !== undefined && partner === undefined) return { company };
  throw usageError(
    "Whose keys? Use --partner PARTNER or --company COMPANY.",
    "assay admin partners and assay admin companies list them; assay admin keys --help shows how to create and revoke keys.",
  );
}

export const adminKeyCommands: Command[] = [
  {
    name: "admin keys",
    summary: "List the keys of a partner or a company.",
    options: [...ownerOptions, limitOption],
    examples: [["assay admin keys --partner 01K…", "Including revoked ones"]],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const owner = readOwner(args);
      const admin = await connection.admin();
      const list =
        "partner" in owner
          ? admin.listPartnerKeys(owner.partner, {}, { signal })
          : admin.listCompanyKeys(owner.company, {}, { signal });
      const keys = await take(list, args.number("limit"));
      if (isJson) json(keys);
      else {
        printTable(
          terminal,
          [
            { title: "KEY" },
            { title: "PREFIX" },
            { title: "LAST FOUR" },
            { title: "STATE" },
            { title: "CREATED" },
            { title: "LAST USED" },
          ],
          keys.map(({ keyId, prefix, lastFour, revokedAt, expiresAt, createdAt, lastUsedAt }) => [
            keyId,
            prefix,
            lastFour,
            revokedAt !== null ? "revoked" : expiresAt !== null ? `until ${formatTime(expiresAt)}` : "active",
            formatTime(createdAt),
            formatTime(lastUsedAt) || "never",
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "admin keys create",
    summary: "Issue another key. The key is shown once.",
    options: [...ownerOptions, { name: "expires", value: "TIME", summary: "Expiry time, ISO 8601; never by default." }],
    examples: [["assay admin keys create --partner 01K… --expires 2027-01-01T00:00:00Z", "A key for a year"]],
    async run({ connection, terminal, isJson, json, note, signal }, args) {
      const owner = readOwner(args);
      const admin = await connection.admin();
      const expiresAt = args.text("expires");
      const body = { ...(expiresAt !== undefined && { expiresAt }) };
      const answer = await ("partner" in owner
        ? admin.issuePartnerKey(owner.partner, body, { signal })
        : admin.issueCompanyKey(owner.company, body, { signal }));
      if (isJson) json(answer);
      else {
        printFields(terminal, [
          ["Key id", answer.keyId],
          ["Key", answer.apiKey],
        ]);
        note("The key is shown only once.");
      }
      return undefined;
    },
  },
  {
    name: "admin keys revoke",
    summary: "Revoke a key immediately.",
    arguments: [{ name: "KEY" }],
    examples: [["assay admin keys revoke 01K…", "Use the id from assay admin keys"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      await (await connection.admin()).revokeKey(first, { signal });
      if (isJson) json({ keyId: first, isRevoked: true });
      else terminal.out(`${first}: revoked`);
      return undefined;
    },
  },
];
