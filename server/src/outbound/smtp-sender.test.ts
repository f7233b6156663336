import assert from "node:assert/strict";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { MailFailure, type Message } from "../notifications/send-mail.ts";
import { type MailServer, startMailServer } from "../testing/mail-server.ts";
import { openSmtpSender } from "./smtp-sender.ts";

let server: MailServer;
before(async () => {
  server = await startMailServer();
});
after(() => server.close());

const message: Message = {
  ...{ id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", to: "ada@example.com", subject: "Fällig – überprüfen" },
  ...{ text: "Grüße aus Köln", html: "<p>Grüße aus Köln</p>" },
};
const proceed = async () => true;
const settings = (port: number) =>
  ({ host: "127.0.0.1", port, security: "none", credentials: undefined, from: "Assay <assay@example.com>" }) as const;
const outcomeOf = (sending: Promise<void>) =>
  sending.then(
    () => "sent",
    (error: unknown) => (error instanceof MailFailure ? error.outcome : assert.fail(String(error))),
  );

test("a message arrives as text and as HTML, in any alphabet, from the service's address", async () => {
  await server.mail.sender.send(message, proceed);
  const mail = server.mails.at(-1);
  assert.deepEqual(
    [mail?.subject, mail?.text?.trim(), mail?.html?.trim(), mail?.from?.address, mail?.to?.[0]?.address],
    [message.subject, message.text, message.html, "assay@example.com", message.to],
  );
  assert.equal(mail?.messageId, `<${message.id}@example.com>`);
  assert.ok(mail?.headers.some(({ key, value }) => key === "auto-submitted" && value === "auto-generated"));
});

test("nothing is sent where begin says no", async () => {
  const count = server.mails.length;
  await server.mail.sender.send(message, async () => false);
  assert.equal(server.mails.length, count);
});

test("a line break in an address or a subject begins no other header and no other recipient", async () => {
  const hostile = { ...message, to: "ada@example.com,eve@example.com", subject: "A\r\nBcc: eve@example.com" };
  await outcomeOf(server.mail.sender.send(hostile, proceed));
  for (const mail of server.mails) {
    assert.ok(!mail.headers.some(({ key }) => key === "bcc"));
    assert.ok((mail.to?.length ?? 0) <= 1);
  }
});

test("an answer of the mail server decides: 4xx may be sent again, 5xx is refused for good", async () => {
  for (const [responseCode, outcome] of [
    [451, "unsent"],
    [552, "refused"],
  ] as const) {
    server.onMessage = () => {
      throw Object.assign(new Error("no"), { responseCode });
    };
    assert.equal(await outcomeOf(server.mail.sender.send(message, proceed)), outcome);
  }
  server.onMessage = () => undefined;
});

test("what cannot be reached was not sent; a connection that ends after the message may have delivered it", async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  assert.equal(await outcomeOf(openSmtpSender(settings(port)).send(message, proceed)), "unsent");
  const cutOff = createServer((socket) => {
    let isMessage = false;
    socket.on("error", () => undefined);
    socket.write("220 mail\r\n");
    socket.on("data", (bytes) => {
      const text = bytes.toString();
      if (isMessage) socket.destroy();
      else if (text.startsWith("DATA")) {
        isMessage = true;
        socket.write("354 go ahead\r\n");
      } else socket.write("250 ok\r\n");
    });
  });
  await new Promise<void>((resolve) => cutOff.listen(0, "127.0.0.1", resolve));
  const sender = openSmtpSender(settings((cutOff.address() as { port: number }).port));
  assert.equal(await outcomeOf(sender.send(message, proceed)), "unknown");
  await new Promise((resolve) => cutOff.close(resolve));
});

test("a name and password are sent, and an open connection is refused where STARTTLS is required", async () => {
  const seen: unknown[] = [];
  const strict = await startMailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _, done) {
      seen.push([username, password]);
      done(null, { user: username });
    },
  });
  const credentials = { user: "assay", password: "secret" };
  await openSmtpSender({ ...settings(strict.port), credentials }).send(message, proceed);
  assert.deepEqual(seen, [["assay", "secret"]]);
  const encrypted = openSmtpSender({ ...settings(strict.port), security: "starttls", credentials });
  assert.equal(await outcomeOf(encrypted.send(message, proceed)), "unsent");
  assert.equal(seen.length, 1, "the password was not sent in the clear");
  await strict.close();
});
