import { type Command, limitOption, type Option, type ParsedArguments, take } from "../command.ts";
import { formatTime, printFields, printTable } from "../table.ts";

const companyOption: Option = {
  name: "company",
  value: "COMPANY",
  summary: "Keys of this company of the partner, with a partner key.",
};
const scopes = ["read", "submit", "webhooks", "all"] as const;
const restrictions: Option[] = [
  { name: "label", value: "TEXT", summary: "What the key is for." },
  { name: "scope", value: "SCOPE", isRepeatable: true, choices: [...scopes], summary: "What the key may do." },
  {
    name: "network",
    value: "NETWORK",
    isRepeatable: true,
    summary: "Networks that it may be used from, such as 203.0.113.0/24.",
  },
];
const expiresOption: Option = { name: "expires", value: "TIME", summary: "Expiry time, ISO 8601; never by default." };
const details = "Once your organisation has an owner, the owner does this in the portal; keys no longer can.";

function readRestrictions({ text, list }: ParsedArguments) {
  const [label, given, networks] = [text("label"), list("scope"), list("network")];
  return {
    ...(label !== undefined && { label }),
    ...(given.length > 0 && { scopes: scopes.filter((scope) => given.includes(scope)) }),
    ...(networks.length > 0 && { networks }),
  };
}

export const keyCommands: Command[] = [
  {
    name: "keys",
    summary: "List your own keys.",
    options: [companyOption, limitOption],
    examples: [["assay keys", "The keys of the profile's company or partner, including revoked ones"]],
    async run({ connection, terminal, isJson, json, signal }, { text, number }) {
      const companyId = text("company");
      const caller = companyId === undefined ? connection.partnerOrCompany() : connection.partner();
      const keys = await take(caller.listKeys({ companyId }, { signal }), number("limit"));
      if (isJson) json(keys);
      else {
        printTable(
          terminal,
          [
            { title: "KEY" },
            { title: "LABEL", isFlexible: true },
            { title: "ENDS IN" },
            { title: "SCOPES" },
            { title: "NETWORKS" },
            { title: "STATE" },
            { title: "LAST USED" },
          ],
          keys.map(({ keyId, label, lastFour, scopes, networks, revokedAt, expiresAt, lastUsedAt }) => [
            ...[keyId, label ?? "", lastFour, scopes.join(" "), networks.join(" ")],
            revokedAt !== null ? "revoked" : expiresAt !== null ? `until ${formatTime(expiresAt)}` : "active",
            formatTime(lastUsedAt) || "never",
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "keys create",
    summary: "Issue another key of your own. The key is shown once.",
    options: [companyOption, ...restrictions, expiresOption],
    details,
    examples: [
      [
        "assay keys create --label Build --scope submit --network 203.0.113.0/24",
        "A key that only submits, from one network",
      ],
    ],
    async run({ connection, terminal, isJson, json, note, signal }, args) {
      const [companyId, expiresAt] = [args.text("company"), args.text("expires")];
      const caller = companyId === undefined ? connection.partnerOrCompany() : connection.partner();
      const body = {
        ...readRestrictions(args),
        ...(companyId !== undefined && { companyId }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
      const answer = await caller.issueKey(body, { signal });
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
    name: "keys update",
    summary: "Label a key, or change what it may do and from where.",
    arguments: [{ name: "KEY" }],
    options: [...restrictions, { name: "any-network", summary: "Let it be used from everywhere." }],
    details,
    examples: [["assay keys update 01K… --scope read", "It may only read from then on"]],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const body = { ...readRestrictions(args), ...(args.has("any-network") && { networks: [] }) };
      const key = await connection.partnerOrCompany().updateKey(args.first, body, { signal });
      if (isJson) json(key);
      else {
        printFields(terminal, [
          ["Key id", key.keyId],
          ["Label", key.label],
          ["Scopes", key.scopes.join(", ")],
          ["Networks", key.networks.join(", ")],
        ]);
      }
      return undefined;
    },
  },
  {
    name: "keys rotate",
    summary: "Replace a key; the old one stays valid for a day or as long as you say.",
    arguments: [{ name: "KEY" }],
    options: [
      { name: "old-until", value: "TIME", summary: "Until when the old key is valid, ISO 8601; 24 hours by default." },
      expiresOption,
    ],
    details,
    examples: [["assay keys rotate 01K…", "Use the id from assay keys"]],
    async run({ connection, terminal, isJson, json, note, signal }, { first, text }) {
      const [oldKeyValidUntil, expiresAt] = [text("old-until"), text("expires")];
      const body = {
        ...(oldKeyValidUntil !== undefined && { oldKeyValidUntil }),
        ...(expiresAt !== undefined && { expiresAt }),
      };
      const answer = await connection.partnerOrCompany().rotateKey(first, body, { signal });
      if (isJson) json(answer);
      else {
        printFields(terminal, [
          ["Key id", answer.keyId],
          ["Key", answer.apiKey],
          ["The old key is valid until", formatTime(answer.oldKeyValidUntil)],
        ]);
        note("The key is shown only once.");
      }
      return undefined;
    },
  },
  {
    name: "keys revoke",
    summary: "Revoke a key of your own immediately.",
    arguments: [{ name: "KEY" }],
    details,
    examples: [["assay keys revoke 01K…", "Use the id from assay keys"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      await connection.partnerOrCompany().revokeOwnKey(first, { signal });
      if (isJson) json({ keyId: first, isRevoked: true });
      else terminal.out(`${first}: revoked`);
      return undefined;
    },
  },
];
