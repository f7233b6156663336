import { eventTypes } from "@assay/sdk";
import { CliError, exitCodes } from "../cli-error.ts";
import { type Command, chosen, limitOption, readSort, sortOption, take } from "../command.ts";
import { receiveWebhooks } from "../receive-webhooks.ts";
import { registerForNow } from "../register-for-now.ts";
import { formatTime, printFields, printTable } from "../table.ts";
import { sanitize } from "../terminal.ts";

const eventOption = {
  name: "event",
  value: "TYPE",
  isRepeatable: true,
  choices: [...eventTypes, "webhook.test"],
  summary: "Send events of this type; by default all types.",
};
const statuses = ["pending", "delivered", "failed"] as const;
const types = [...eventTypes, "webhook.test"] as const;
const defaultPort = 4400;

/** The chosen types; by default all but the test event, which is always sent. */
const readEventTypes = (names: string[]) =>
  names.length > 0 ? types.filter((type) => names.includes(type)) : [...eventTypes];

export const webhookCommands: Command[] = [
  {
    name: "webhooks set",
    summary: "Register or replace the company's webhook.",
    arguments: [{ name: "ADDRESS" }],
    options: [
      eventOption,
      { name: "off", summary: "Switch the webhook off." },
      { name: "rotate-secret", summary: "Create a new secret; for 24 hours the old one signs, too." },
    ],
    details: "A new secret is shown once. It is saved in the profile, for assay webhooks listen.",
    examples: [
      [
        "assay webhooks set https://example.com/hooks --event document.completed",
        "Receive an event for each completed document",
      ],
    ],
    async run({ connection, terminal, isJson, json, note, signal }, { first, list, has }) {
      const answer = await connection.company().registerWebhook(
        {
          url: first,
          eventTypes: readEventTypes(list("event")),
          isActive: !has("off"),
          rotateSecret: has("rotate-secret"),
        },
        { signal },
      );
      // Printed before it is saved, because saving may fail.
      if (isJson) json(answer);
      else {
        printFields(terminal, [
          ["Webhook", answer.id],
          ["Address", answer.url],
          ["Events", answer.eventTypes.join(", ")],
          ["State", answer.isActive ? "on" : "off"],
          ["Secret", answer.secret],
        ]);
      }
      if (answer.secret !== null) {
        await connection.saveProfile({ webhookSecret: answer.secret });
        if (!isJson) note(`The secret is shown only once. It is saved in the profile ${connection.profileName}.`);
      }
      return undefined;
    },
  },
  {
    name: "webhooks show",
    summary: "Show the webhook and its recent deliveries.",
    examples: [["assay webhooks show", "The company's webhook"]],
    async run({ connection, terminal, isJson, json, signal }) {
      const webhook = await connection.company().getWebhook({ signal });
      if (isJson) json(webhook);
      else {
        const { total, delivered, failed, lastDeliveredAt } = webhook.recentDeliveries;
        printFields(terminal, [
          ["Webhook", webhook.id],
          ["Address", webhook.url],
          ["Events", webhook.eventTypes.join(", ")],
          ["State", webhook.isActive ? "on" : `off${webhook.disabledReason ? ` (${webhook.disabledReason})` : ""}`],
          [
            "Last 7 days",
            `${total} events: ${delivered} delivered, ${failed} failed, ${total - delivered - failed} pending`,
          ],
          ["Last delivered", formatTime(lastDeliveredAt)],
        ]);
      }
      return undefined;
    },
  },
  {
    name: "webhooks test",
    summary: "Send a webhook.test event.",
    examples: [["assay webhooks test", "Check that the receiver works"]],
    async run({ connection, terminal, isJson, json, signal }) {
      const delivery = await connection.company().testWebhook({ signal });
      if (isJson) json(delivery);
      else terminal.out(`${delivery.id}  ${delivery.status}`);
      return undefined;
    },
  },
  {
    name: "webhooks deliveries",
    summary: "List the deliveries to the webhook.",
    options: [
      limitOption,
      { name: "status", value: "STATUS", choices: [...statuses], summary: "Only deliveries of this status." },
      { name: "type", value: "TYPE", choices: [...types], summary: "Only events of this type." },
      { name: "since", value: "TIME", summary: "Only events at this time or later, ISO 8601." },
      { name: "until", value: "TIME", summary: "Only events before this time." },
      sortOption(["createdAt"]),
    ],
    examples: [
      ["assay webhooks deliveries --limit 20", "The latest ones"],
      ["assay webhooks deliveries --status failed --json | jq '.[].id'", "Failed deliveries"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { number, text }) {
      const query = {
        status: chosen(statuses, text("status")),
        type: chosen(types, text("type")),
        createdAfter: text("since"),
        createdBefore: text("until"),
        sort: readSort(["createdAt"], text("sort")),
      };
      const deliveries = await take(
        connection.company().listDeliveries({ limit: 100, ...query }, { signal }),
        number("limit") ?? 50,
      );
      if (isJson) json(deliveries);
      else {
        printTable(
          terminal,
          [
            { title: "EVENT" },
            { title: "TYPE" },
            { title: "STATUS" },
            { title: "ATTEMPTS", isRightAligned: true },
            { title: "LAST RESPONSE" },
            { title: "CREATED" },
            { title: "NEXT ATTEMPT" },
          ],
          deliveries.map(({ id, type, status, attempts, createdAt, nextAttemptAt }) => {
            const last = attempts.at(-1);
            const answer = last === undefined ? "" : (last.error ?? String(last.statusCode ?? ""));
            return [
              id,
              type,
              status,
              String(attempts.length),
              answer,
              formatTime(createdAt),
              formatTime(nextAttemptAt),
            ];
          }),
        );
      }
      return undefined;
    },
  },
  {
    name: "webhooks replay",
    summary: "Send events again.",
    arguments: [{ name: "EVENT", isMany: true }],
    examples: [["assay webhooks replay 01K…", "With the same webhook-id, so that receivers detect duplicates"]],
    async run({ connection, terminal, isJson, json, signal }, args) {
      const assay = connection.company();
      const sent = [];
      for (const id of args.arguments) sent.push(await assay.replayDelivery(id, { signal }));
      if (isJson) json(sent);
      else for (const { id, type, status } of sent) terminal.out(`${id}  ${type}  ${status}`);
      return undefined;
    },
  },
  {
    name: "webhooks listen",
    summary: "Receive, verify and print events on this machine.",
    options: [
      { name: "port", value: "N", summary: `The port; ${defaultPort} by default, 0 for any free port.` },
      { name: "host", value: "ADDRESS", summary: "The address to listen on; 127.0.0.1 by default." },
      {
        name: "secret",
        value: "SECRET",
        summary: "The signing secret (ASSAY_WEBHOOK_SECRET); by default the profile's.",
      },
      { name: "register", summary: "Register this receiver as the company's webhook, with a new secret." },
      {
        name: "address",
        value: "URL",
        summary: "With --register: the public address of this receiver, for example of a tunnel.",
      },
      eventOption,
      { name: "count", value: "N", summary: "Stop after this many events." },
    ],
    details:
      "A service calls only public https addresses, unless it was started with ASSAY_WEBHOOK_ALLOW_PRIVATE=true. With --register, the\nregistration that was there before is put back when the command ends.",
    examples: [
      ["assay webhooks listen --register", "For a service on this machine"],
      ["assay webhooks listen --register --address https://my-tunnel.example/", "Through a tunnel"],
      ["assay webhooks listen --json | jq .type", "One JSON object per line"],
    ],
    async run({ connection, terminal, env, isJson, note, signal }, args) {
      let secret = args.text("secret") ?? (env["ASSAY_WEBHOOK_SECRET"] || connection.profile.webhookSecret) ?? "";
      if (secret === "" && !args.has("register")) {
        throw new CliError(
          "No webhook secret is configured.",
          exitCodes.notAllowed,
          "Use --register or --secret, or run: assay webhooks set ADDRESS",
        );
      }
      const maxCount = args.number("count") ?? Number.POSITIVE_INFINITY;
      let count = 0;
      const receiver = await receiveWebhooks(
        { port: args.number("port") ?? defaultPort, host: args.text("host") ?? "127.0.0.1", secret: () => secret },
        (event) => {
          if (isJson) terminal.out(JSON.stringify(event));
          else {
            const fields = Object.entries(event.data).map(([name, value]) => `${name}=${sanitize(String(value))}`);
            terminal.out(
              `${formatTime(event.timestamp)}  ${terminal.style("bold", sanitize(event.type))}  ${fields.join(" ")}  ${terminal.style("dim", sanitize(event.id))}`,
            );
          }
          count += 1;
          if (count >= maxCount) receiver.close();
        },
        (reason) => terminal.err(`${terminal.errStyle("red", "refused:")} ${reason}`),
      ).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EADDRINUSE") throw error;
        throw new CliError(
          `Port ${args.number("port") ?? defaultPort} is in use.`,
          exitCodes.failed,
          "Use another port: --port N, or --port 0 for any free port.",
        );
      });
      signal.addEventListener("abort", () => receiver.close(), { once: true });
      let restore: (() => Promise<string>) | undefined;
      try {
        if (args.has("register")) {
          const address = args.text("address") ?? receiver.url;
          const chosen = readEventTypes(args.list("event"));
          const registered = await registerForNow(connection.company(), { url: address, eventTypes: chosen }, signal);
          restore = registered.restore;
          secret = registered.secret ?? secret;
          await connection.saveProfile({ webhookSecret: secret });
          note(`Registered ${address}.`);
        }
        note(`Listening at ${receiver.url} (press Ctrl-C to stop)…`);
        await receiver.closed;
      } finally {
        receiver.close();
        const restored = await restore?.();
        if (restored !== undefined) note(restored);
      }
      return undefined;
    },
  },
];
