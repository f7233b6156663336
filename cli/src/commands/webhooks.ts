import { eventTypes } from "@assay/sdk";
import { type Command, limitOption, take } from "../command.ts";
import { exitCodes, Problem } from "../problem.ts";
import { receiveWebhooks } from "../receive-webhooks.ts";
import { moment, printFacts, printTable } from "../table.ts";
import { harmless } from "../terminal.ts";

const eventOption = {
  name: "event",
  value: "TYPE",
  isRepeatable: true,
  choices: [...eventTypes, "webhook.test"],
  summary: "Send events of this type; by default all.",
};
const defaultPort = 4400;

export const webhookCommands: Command[] = [
  {
    name: "webhooks set",
    summary: "Register the company's webhook, or replace it.",
    arguments: [{ name: "ADDRESS" }],
    options: [
      eventOption,
      { name: "off", summary: "Switch it off." },
      { name: "rotate-secret", summary: "Make a new secret; for 24 hours the old one signs as well." },
    ],
    details:
      "The secret is shown when it is new, and never again. It goes into the profile, for assay webhooks listen.",
    examples: [["assay webhooks set https://example.com/hooks --event document.completed", "Be told of results"]],
    async run({ connection, terminal, isJson, json, note, signal }, { first, list, has }) {
      const answer = await connection.company().registerWebhook(
        {
          url: first,
          eventTypes: list("event").length > 0 ? list("event") : [...eventTypes],
          isActive: !has("off"),
          rotateSecret: has("rotate-secret"),
        },
        { signal },
      );
      // Shown before it is kept: where it cannot be kept, this is the only place it is found.
      if (isJson) json(answer);
      else {
        printFacts(terminal, [
          ["Webhook", answer.id],
          ["Address", answer.url],
          ["Events", answer.eventTypes.join(", ")],
          ["State", answer.isActive ? "on" : "off"],
          ["Secret", answer.secret],
        ]);
      }
      if (answer.secret !== null) {
        await connection.remember({ webhookSecret: answer.secret });
        if (!isJson) note(`The secret is shown only here; it is kept in the profile ${connection.profileName}.`);
      }
      return undefined;
    },
  },
  {
    name: "webhooks show",
    summary: "Show the webhook and how its deliveries are doing.",
    examples: [["assay webhooks show", "The company's one registration"]],
    async run({ connection, terminal, isJson, json, signal }) {
      const webhook = await connection.company().getWebhook({ signal });
      if (isJson) json(webhook);
      else {
        const { total, delivered, failed, lastDeliveredAt } = webhook.recentDeliveries;
        printFacts(terminal, [
          ["Webhook", webhook.id],
          ["Address", webhook.url],
          ["Events", webhook.eventTypes.join(", ")],
          ["State", webhook.isActive ? "on" : `off${webhook.disabledReason ? ` (${webhook.disabledReason})` : ""}`],
          [
            "Last 7 days",
            `${total} events: ${delivered} delivered, ${failed} failed, ${total - delivered - failed} on their way`,
          ],
          ["Last delivered", moment(lastDeliveredAt)],
        ]);
      }
      return undefined;
    },
  },
  {
    name: "webhooks test",
    summary: "Send a webhook.test event.",
    examples: [["assay webhooks test", "Is the receiver there?"]],
    async run({ connection, terminal, isJson, json, signal }) {
      const delivery = await connection.company().testWebhook({ signal });
      if (isJson) json(delivery);
      else terminal.out(`${delivery.id}  ${delivery.status}`);
      return undefined;
    },
  },
  {
    name: "webhooks deliveries",
    summary: "List the events sent to the webhook.",
    options: [limitOption],
    examples: [
      ["assay webhooks deliveries --limit 20", "The latest ones"],
      ["assay webhooks deliveries --json | jq '.[] | select(.status == \"failed\") | .id'", "What was given up"],
    ],
    async run({ connection, terminal, isJson, json, signal }, { number }) {
      const deliveries = await take(
        connection.company().listDeliveries({ limit: 100 }, { signal }),
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
            { title: "TRIES", isRight: true },
            { title: "LAST ANSWER" },
            { title: "AT" },
            { title: "NEXT TRY" },
          ],
          deliveries.map(({ id, type, status, attempts, createdAt, nextAttemptAt }) => {
            const last = attempts.at(-1);
            const answer = last === undefined ? "" : (last.error ?? String(last.statusCode ?? ""));
            return [id, type, status, String(attempts.length), answer, moment(createdAt), moment(nextAttemptAt)];
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
    examples: [["assay webhooks replay 01K…", "Under the same webhook-id, so receivers can tell"]],
    async run({ connection, terminal, isJson, json, signal }, given) {
      const assay = connection.company();
      const sent = [];
      for (const id of given.arguments) sent.push(await assay.replayDelivery(id, { signal }));
      if (isJson) json(sent);
      else for (const { id, type, status } of sent) terminal.out(`${id}  ${type}  ${status}`);
      return undefined;
    },
  },
  {
    name: "webhooks listen",
    summary: "Receive events on this machine, verify and print them.",
    options: [
      { name: "port", value: "N", summary: `Where to listen; ${defaultPort} by default, 0 for any free one.` },
      { name: "host", value: "ADDRESS", summary: "127.0.0.1 by default." },
      {
        name: "secret",
        value: "SECRET",
        summary: "The signing secret (ASSAY_WEBHOOK_SECRET); by default the profile's.",
      },
      { name: "register", summary: "Register this receiver as the company's webhook, with a new secret." },
      {
        name: "address",
        value: "URL",
        summary: "With --register: the public address that leads here, a tunnel's for example.",
      },
      eventOption,
      { name: "count", value: "N", summary: "End after this many events." },
    ],
    details:
      "A service calls public https addresses only; one started with ASSAY_WEBHOOK_ALLOW_PRIVATE=true calls this machine as well.",
    examples: [
      ["assay webhooks listen --register", "Beside a service on this machine"],
      ["assay webhooks listen --register --address https://my-tunnel.example/", "Through a tunnel"],
      ["assay webhooks listen --json | jq .type", "A JSON object a line"],
    ],
    async run({ connection, terminal, env, isJson, note, signal }, given) {
      let secret = given.text("secret") ?? (env["ASSAY_WEBHOOK_SECRET"] || connection.profile.webhookSecret) ?? "";
      if (secret === "" && !given.has("register")) {
        throw new Problem(
          "No webhook secret is configured.",
          exitCodes.notAllowed,
          "Run: assay webhooks listen --register, assay webhooks set ADDRESS, or give --secret.",
        );
      }
      const most = given.number("count") ?? Number.POSITIVE_INFINITY;
      let count = 0;
      const receiver = await receiveWebhooks(
        { port: given.number("port") ?? defaultPort, host: given.text("host") ?? "127.0.0.1", secret: () => secret },
        (event) => {
          if (isJson) terminal.out(JSON.stringify(event));
          else {
            const facts = Object.entries(event.data).map(([name, value]) => `${name}=${harmless(String(value))}`);
            terminal.out(
              `${moment(event.timestamp)}  ${terminal.style("bold", harmless(event.type))}  ${facts.join(" ")}  ${terminal.style("dim", harmless(event.id))}`,
            );
          }
          count += 1;
          if (count >= most) receiver.close();
        },
        (reason) => terminal.err(`${terminal.errStyle("red", "refused:")} ${reason}`),
      ).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EADDRINUSE") throw error;
        throw new Problem(
          `Port ${given.number("port") ?? defaultPort} is in use.`,
          exitCodes.failed,
          "Give another one: --port N, or --port 0 for any.",
        );
      });
      signal.addEventListener("abort", () => receiver.close(), { once: true });
      try {
        if (given.has("register")) {
          const address = given.text("address") ?? receiver.url;
          const chosen = given.list("event").length > 0 ? given.list("event") : [...eventTypes];
          const answer = await connection
            .company()
            .registerWebhook({ url: address, eventTypes: chosen, rotateSecret: true }, { signal });
          secret = answer.secret ?? secret;
          await connection.remember({ webhookSecret: secret });
          note(`Registered ${address}.`);
        }
        note(`Listening at ${receiver.url} (Ctrl-C ends it)…`);
        await receiver.ended;
      } finally {
        receiver.close();
      }
      return undefined;
    },
  },
];
