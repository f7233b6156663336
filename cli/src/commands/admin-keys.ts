import { type Command, type Given, limitOption, take } from "../command.ts";
import { misused } from "../problem.ts";
import { moment, printFacts, printTable } from "../table.ts";

const ownerOptions = [
  { name: "partner", value: "PARTNER", summary: "Of this partner." },
  { name: "company", value: "COMPANY", summary: "Of this company." },
];

function ownerOf({ text }: Given): { partner: string } | { company: string } {
  const [partner, company] = [text("partner"), text("company")];
  if (partner !== undefined && company === undefined) return { partner };
  if (company !== undefined && partner === undefined) return { company };
  throw misused("Whose keys? Give --partner PARTNER or --company COMPANY.", "assay admin partners lists partners.");
}

export const adminKeyCommands: Command[] = [
  {
    name: "admin keys",
    summary: "List the keys of a partner or a company.",
    options: [...ownerOptions, limitOption],
    examples: [["assay admin keys --partner 01K…", "Including revoked ones"]],
    async run({ connection, terminal, isJson, json, signal }, given) {
      const admin = await connection.admin();
      const owner = ownerOf(given);
      const list =
        "partner" in owner
          ? admin.listPartnerKeys(owner.partner, {}, { signal })
          : admin.listCompanyKeys(owner.company, {}, { signal });
      const keys = await take(list, given.number("limit"));
      if (isJson) json(keys);
      else {
        printTable(
          terminal,
          [
            { title: "KEY" },
            { title: "BEGINS" },
            { title: "ENDS" },
            { title: "STATE" },
            { title: "MADE" },
            { title: "LAST USED" },
          ],
          keys.map(({ keyId, prefix, lastFour, revokedAt, expiresAt, createdAt, lastUsedAt }) => [
            keyId,
            prefix,
            lastFour,
            revokedAt !== null ? "revoked" : expiresAt !== null ? `until ${moment(expiresAt)}` : "active",
            moment(createdAt),
            moment(lastUsedAt) || "never",
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "admin keys create",
    summary: "Issue another key. It is shown once.",
    options: [
      ...ownerOptions,
      { name: "expires", value: "TIME", summary: "When it expires, ISO 8601; never by default." },
    ],
    examples: [["assay admin keys create --partner 01K… --expires 2027-01-01T00:00:00Z", "A key for a year"]],
    async run({ connection, terminal, isJson, json, note, signal }, given) {
      const admin = await connection.admin();
      const expiresAt = given.text("expires");
      const body = { ...(expiresAt !== undefined && { expiresAt }) };
      const owner = ownerOf(given);
      const answer = await ("partner" in owner
        ? admin.issuePartnerKey(owner.partner, body, { signal })
        : admin.issueCompanyKey(owner.company, body, { signal }));
      if (isJson) json(answer);
      else {
        printFacts(terminal, [
          ["Key id", answer.keyId],
          ["Key", answer.apiKey],
        ]);
        note("The key is shown only here.");
      }
      return undefined;
    },
  },
  {
    name: "admin keys revoke",
    summary: "Revoke a key, at once and everywhere.",
    arguments: [{ name: "KEY" }],
    examples: [["assay admin keys revoke 01K…", "By the id that assay admin keys shows"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      await (await connection.admin()).revokeKey(first, { signal });
      if (isJson) json({ keyId: first, isRevoked: true });
      else terminal.out(`${first}: revoked`);
      return undefined;
    },
  },
];
