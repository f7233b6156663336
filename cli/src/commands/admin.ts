import { readFile } from "node:fs/promises";
import { findControl, findFramework } from "../catalogue-codes.ts";
import { type Command, limitOption, take } from "../command.ts";
import { misused, unreadable } from "../problem.ts";
import { moment, printFacts, printTable } from "../table.ts";
import { adminCompanyCommands } from "./admin-companies.ts";
import { adminKeyCommands } from "./admin-keys.ts";

const frameworkOption = {
  name: "framework",
  value: "CODE",
  isRepeatable: true,
  summary: "A framework it may use: code or id.",
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
            moment(createdAt),
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
    options: [frameworkOption, { name: "save", summary: "Keep its key in the profile, to onboard companies with." }],
    details: "The key is shown once. Without --framework the partner may use every framework.",
    examples: [['assay admin partners create "My consultancy" --save', "Then continue with: assay onboard NAME"]],
    async run({ connection, terminal, isJson, json, note, signal }, { first, list, has }) {
      const admin = await connection.admin();
      const codes = list("framework");
      const known = codes.length > 0 ? (await admin.listFrameworks({ signal })).frameworks : [];
      const frameworkIds = codes.map((code) => findFramework(known, code).id);
      const answer = await admin.createPartner({ name: first, ...(codes.length > 0 && { frameworkIds }) }, { signal });
      // Shown before it is kept: where it cannot be kept, this is the only place it is found.
      if (isJson) json(answer);
      else {
        printFacts(terminal, [
          ["Partner", answer.partnerId],
          ["Name", answer.name],
          ["Key", answer.apiKey],
        ]);
      }
      if (has("save")) await connection.remember({ partnerKey: answer.apiKey });
      if (!isJson) {
        note(
          has("save")
            ? `The key is kept in the profile ${connection.profileName}. Next: assay onboard NAME`
            : "The key is shown only here.",
        );
      }
      return undefined;
    },
  },
  {
    name: "admin partners limits",
    summary: "Replace a partner's own limits; what is not given follows the service's settings.",
    arguments: [{ name: "PARTNER" }],
    options: [
      { name: "partner-per-minute", value: "N", summary: "Requests per minute with one partner key." },
      { name: "company-per-minute", value: "N", summary: "Requests per minute with one company key." },
      { name: "submissions-per-hour", value: "N", summary: "Submissions per hour for one company." },
    ],
    examples: [["assay admin partners limits 01K… --submissions-per-hour 1000", "For a partner with much to submit"]],
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
            .join("\n") || "The service's settings.",
        );
      return undefined;
    },
  },
  ...adminKeyCommands,
  ...adminCompanyCommands,
  {
    name: "admin frameworks",
    summary: "List every framework of the catalogue.",
    examples: [["assay admin frameworks", "Including those that no partner may use"]],
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
    summary: "Add a framework or a new version of one: the catalogue's format or an OSCAL catalog.",
    arguments: [{ name: "FILE", isFile: true }],
    examples: [["assay admin frameworks load my-framework.json", "Items that are gone become obsolete"]],
    async run({ connection, terminal, isJson, json, signal }, { first }) {
      const text = await readFile(first, "utf8").catch((error: NodeJS.ErrnoException) => {
        throw unreadable(first, error);
      });
      let document: object;
      try {
        document = JSON.parse(text);
      } catch (error) {
        throw misused(`${first} is not valid JSON: ${(error as Error).message}`);
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
  {
    name: "admin whitelist",
    summary: "Replace what a partner may use.",
    arguments: [{ name: "PARTNER" }],
    options: [
      frameworkOption,
      { name: "control", value: "CODE", isRepeatable: true, summary: "Only this control of them: code or id." },
    ],
    examples: [["assay admin whitelist 01K… --framework GDPR --control DPA", "One control of one framework"]],
    async run({ connection, terminal, isJson, json, signal }, { first, list }) {
      if (list("framework").length === 0)
        throw misused("Give --framework, once for each.", "assay admin frameworks lists them.");
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
      else terminal.out(`${partner.name} may reference ${[...list("framework"), ...list("control")].join(", ")}.`);
      return undefined;
    },
  },
  {
    name: "admin audit-log",
    summary: "Read the audit log.",
    options: [limitOption],
    examples: [["assay admin audit-log --limit 20", "The latest acts"]],
    async run({ connection, terminal, isJson, json, signal }, { number }) {
      const entries = await take(
        (await connection.admin()).listAuditLog({ limit: 100 }, { signal }),
        number("limit") ?? 50,
      );
      if (isJson) json(entries);
      else {
        printTable(
          terminal,
          [
            { title: "AT" },
            { title: "WHO" },
            { title: "ACTION" },
            { title: "SUBJECT" },
            { title: "FROM" },
            { title: "REQUEST" },
          ],
          entries.map(({ at, actorTier, action, subjectId, address, requestId }) => [
            moment(at),
            actorTier,
            action,
            subjectId,
            address ?? "",
            requestId,
          ]),
        );
      }
      return undefined;
    },
  },
  {
    name: "admin entities",
    summary: "Approve or archive a business entity.",
    arguments: [{ name: "ENTITY" }],
    options: [
      { name: "approve", summary: "Approve it." },
      { name: "archive", summary: "Archive it: no new submissions." },
      { name: "unarchive", summary: "Restore it." },
    ],
    examples: [["assay admin entities 01K… --approve", "A new branch is approved"]],
    async run({ connection, terminal, isJson, json, signal }, { first, has }) {
      const body = {
        ...(has("approve") && { isApproved: true }),
        ...((has("archive") || has("unarchive")) && { isArchived: has("archive") }),
      };
      if (Object.keys(body).length === 0) throw misused("Give --approve, --archive or --unarchive.");
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
    options: [{ name: "undo", summary: "Restore it." }],
    examples: [["assay admin clusters 01K…", "No longer selectable"]],
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
    options: [{ name: "undo", summary: "Restore it." }],
    examples: [["assay admin items 01K…", "Left out of new submissions"]],
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
