import { readFile } from "node:fs/promises";
import { findControl, findFramework } from "../catalogue-codes.ts";
import { unreadableFile, usageError } from "../cli-error.ts";
import { type Command, limitOption, take } from "../command.ts";
import { formatTime, printFields, printTable } from "../table.ts";
import { adminCompanyCommands } from "./admin-companies.ts";
import { adminKeyCommands } from "./admin-keys.ts";
import { adminQuotaCommands } from "./admin-quotas.ts";
import { adminAuditCommands } from "./audit-log.ts";
import { adminChecklistCommands } from "./checklists.ts";
import { adminLabelCommands } from "./labels.ts";

const frameworkOption = {
  name: "framework",
  value: "CODE",
  isRepeatable: true,
  summary: "A framework that the partner may use: code or id.",
};

export const adminCommands: Command[] = [
  {
    name: "admin partners",
    summary: "List partners.",
    options: [limitOption],
    examples: [["assay admin partners", "All of them, newest first"]],
    async run({ connection, terminal, isJson, json, signal }, { number }) {
      const partners = await take((await connection.admin()).listPartners({}, { signal }), number("limit"));
      if (isJson) json(partners);
      else {
        printTable(
          terminal,
          [
            { title: "PARTNER" },
            { title: "NAME", isFlexible: true },
            { title: "FRAMEWORKS" },
            { title: "LIMITS", isFlexible: true },
            { title: "SINCE" },
          ],
          partners.map(({ partnerId, name, frameworkIds, limits, createdAt }) => [
            partnerId,
            name,
            frameworkIds === null ? "all" : String(frameworkIds.length),
            Object.entries(limits)
              .map(([limit, value]) => `${limit} ${value}`)
              .join(", "),
            formatTime(createdAt),
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "admin partners create",
    summary: "Create a partner with its first key.",
    arguments: [{ name: "NAME" }],
    options: [frameworkOption, { name: "save", summary: "Save the key in the profile, to onboard companies." }],
    details: "The key is shown once. Without --framework the partner may use every framework.",
    examples: [['assay admin partners create "My consultancy" --save', "Continue with: assay onboard NAME"]],
    async run({ connection, terminal, isJson, json, note, signal }, { first, list, has }) {
      const admin = await connection.admin();
      const codes = list("framework");
      const known = codes.length > 0 ? (await admin.listFrameworks({ signal })).frameworks : [];
      const frameworkIds = codes.map((code) => findFramework(known, code).id);
      const answer = await admin.createPartner({ name: first, ...(codes.length > 0 && { frameworkIds }) }, { signal });
      // Printed before it is saved, because saving may fail.
      if (isJson) json(answer);
      else {
        printFields(terminal, [
          ["Partner", answer.partnerId],
          ["Name", answer.name],
          ["Key", answer.apiKey],
        ]);
      }
      if (has("save")) await connection.saveProfile({ partnerKey: answer.apiKey });
      if (!isJson) {
        note(
          has("save")
            ? `The key is saved in the profile ${connection.profileName}. Next: assay onboard NAME`
            : "The key is shown only once.",
        );
      }
      return undefined;
    },
  },
  {
    name: "admin partners suspend",
    summary: "Refuse the keys and people of a partner and of its companies. Nothing is deleted.",
    arguments: [{ name: "PARTNER" }],
    options: [{ name: "undo", summary: "Accept them again." }],
    examples: [
      ["assay admin partners suspend 01K…", "From the next second on"],
      ["assay admin partners suspend 01K… --undo", "All keys work again"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first, has }) {
      const partner = await (await connection.admin()).suspendPartner(first, !has("undo"), { signal });
      if (isJson) json(partner);
      else terminal.out(`${partner.name} ${partner.suspendedAt === null ? "is not suspended" : "is suspended"}.`);
      return undefined;
    },
  },
  {
    name: "admin partners limits",
    summary: "Replace a partner's limits. A limit that is not set follows the service's settings.",
    arguments: [{ name: "PARTNER" }],
    options: [
      { name: "partner-per-minute", value: "N", summary: "Requests per minute with one partner key." },
      { name: "company-per-minute", value: "N", summary: "Requests per minute with one company key." },
      { name: "submissions-per-hour", value: "N", summary: "Submissions per hour for one company." },
    ],
    examples: [["assay admin partners limits 01K… --submissions-per-hour 1000", "For a partner with many submissions"]],
    async run({ connection, terminal, isJson, json, signal }, { first, number }) {
      const limits = {
        partnerPerMinute: number("partner-per-minute"),
        companyPerMinute: number("company-per-minute"),
        submissionsPerHour: number("submissions-per-hour"),
      };
      const body = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
      const partner = await (await connection.admin()).replaceLimits(first, body, { signal });
      if (isJson) json(partner);
      else
        terminal.out(
          Object.entries(partner.limits)
            .map(([name, value]) => `${name}: ${value}`)
            .join("\n") || "The service's settings apply.",
        );
      return undefined;
    },
  },
  ...adminKeyCommands,
  ...adminCompanyCommands,
  ...adminQuotaCommands,
  ...adminAuditCommands,
  ...adminLabelCommands,
  {
    name: "admin frameworks",
    summary: "List all frameworks of the catalogue.",
    examples: [["assay admin frameworks", "Including frameworks that no partner may use"]],
    async run({ connection, terminal, isJson, json, signal }) {
      const { frameworks } = await (await connection.admin()).listFrameworks({ signal });
      if (isJson) json(frameworks);
      else {
        printTable(
          terminal,
          [
            { title: "FRAMEWORK" },
            { title: "CODE" },
            { title: "NAME", isFlexible: true },
            { title: "VERSION" },
            { title: "CONTROLS", isFlexible: true },
          ],
          frameworks.map(({ id, code, name, version, controls }) => [
            id,
            code,
            name,
            version,
            controls.map((one) => one.code).join(", "),
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "admin frameworks load",
    summary: "Add a framework or a new version of one, in the catalogue's format or as an OSCAL catalog.",
    arguments: [{ name: "FILE", isFile: true }],
    examples: [
      ["assay admin frameworks load my-framework.json", "Items that are no longer in the file become obsolete"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const text = await readFile(first, "utf8").catch((error: NodeJS.ErrnoException) => {
        throw unreadableFile(first, error);
      });
      let document: object;
      try {
        document = JSON.parse(text);
      } catch (error) {
        throw usageError(`${first} is not valid JSON: ${(error as Error).message}`);
      }
      const answer = await (await connection.admin()).loadFramework(document, { signal });
      if (isJson) json(answer);
      else {
        const { frameworkId, added, reworded, obsoleted, unchanged } = answer;
        terminal.out(
          `${frameworkId}: ${added} items added, ${reworded} reworded, ${obsoleted} made obsolete, ${unchanged} unchanged`,
        );
      }
      return undefined;
    },
  },
  ...adminChecklistCommands,
  {
    name: "admin whitelist",
    summary: "Replace the frameworks and controls that a partner may use.",
    arguments: [{ name: "PARTNER" }],
    options: [
      frameworkOption,
      {
        name: "control",
        value: "CODE",
        isRepeatable: true,
        summary: "Only this control of the frameworks: code or id.",
      },
    ],
    examples: [["assay admin whitelist 01K… --framework GDPR --control DPA", "One control of one framework"]],
    async run({ connection, terminal, isJson, json, signal }, { first, list }) {
      if (list("framework").length === 0)
        throw usageError("Use --framework once for each framework.", "assay admin frameworks lists the frameworks.");
      const admin = await connection.admin();
      const { frameworks } = await admin.listFrameworks({ signal });
      const chosen = list("framework").map((code) => findFramework(frameworks, code));
      const controlIds = list("control").map((code) => findControl(chosen, code, "assay admin frameworks").control.id);
      const partner = await admin.replaceWhitelist(
        first,
        { frameworkIds: chosen.map(({ id }) => id), ...(controlIds.length > 0 && { controlIds }) },
        { signal },
      );
      if (isJson) json(partner);
      else terminal.out(`${partner.name} may use ${[...list("framework"), ...list("control")].join(", ")}.`);
      return undefined;
    },
  },
  {
    name: "admin entities",
    summary: "Approve or archive a business entity.",
    arguments: [{ name: "ENTITY" }],
    options: [
      { name: "approve", summary: "Approve the entity." },
      { name: "archive", summary: "Archive the entity: no new submissions." },
      { name: "unarchive", summary: "Restore the entity." },
    ],
    examples: [["assay admin entities 01K… --approve", "Approve a new branch"]],
    async run({ connection, terminal, isJson, json, signal }, { first, has }) {
      const body = {
        ...(has("approve") && { isApproved: true }),
        ...((has("archive") || has("unarchive")) && { isArchived: has("archive") }),
      };
      if (Object.keys(body).length === 0) throw usageError("Use --approve, --archive or --unarchive.");
      const entity = await (await connection.admin()).decideBusinessEntity(first, body, { signal });
      if (isJson) json(entity);
      else
        terminal.out(
          `${entity.name}: ${entity.isArchived ? "archived" : "not archived"}, ${entity.isApproved ? "approved" : "not approved"}`,
        );
      return undefined;
    },
  },
  {
    name: "admin clusters",
    summary: "Archive a cluster, or restore it with --undo.",
    arguments: [{ name: "CLUSTER" }],
    options: [{ name: "undo", summary: "Restore the cluster." }],
    examples: [["assay admin clusters 01K…", "New submissions can no longer select the cluster"]],
    async run({ connection, terminal, isJson, json, signal }, { first, has }) {
      const cluster = await (await connection.admin()).archiveCluster(first, { isArchived: !has("undo") }, { signal });
      if (isJson) json(cluster);
      else terminal.out(`${cluster.name}: ${cluster.isArchived ? "archived" : "active"}`);
      return undefined;
    },
  },
  {
    name: "admin items",
    summary: "Mark a control item as obsolete, or restore it with --undo.",
    arguments: [{ name: "ITEM" }],
    options: [{ name: "undo", summary: "Restore the item." }],
    examples: [["assay admin items 01K…", "New submissions leave the item out"]],
    async run({ connection, terminal, isJson, json, signal }, { first, has }) {
      const item = await (await connection.admin()).markControlItemObsolete(
        first,
        { isObsolete: !has("undo") },
        { signal },
      );
      if (isJson) json(item);
      else terminal.out(`${item.externalId} ${item.name}: ${item.isObsolete ? "obsolete" : "in use"}`);
      return undefined;
    },
  },
];
