import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { systemClock } from "../platform/clock.ts";
import { aPassword } from "../testing/builders.ts";
import { type MailServer, publicUrl, startMailServer } from "../testing/mail-server.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";
import { startTestWorker, type TestWorker } from "../testing/test-worker.ts";
import { until } from "../testing/until.ts";

let server: TestServer;
let mailServer: MailServer;
let worker: TestWorker;
before(async () => {
  mailServer = await startMailServer();
  server = await startTestServer({ isMailOn: true, publicUrl, clock: systemClock });
  worker = await startTestWorker(server, { mail: mailServer.mail });
});
after(async () => {
  await worker.stop();
  await server.close();
  await mailServer.close();
});

const invite = (email: string, more = {}) =>
  server.call("/v1/invitations", { admin: true, body: { email, name: "Ada Lovelace", role: "operator", ...more } });

test("an invitation is sent by mail, in the language asked for, and its link is not shown", async () => {
  const { status, body } = await invite("ada@example.com", { language: "fr" });
  assert.deepEqual([status, body.isMailed, body.token, body.path], [201, true, null, null]);
  await until(async () => mailServer.mails.length === 1);
  const [mail] = mailServer.mails;
  assert.deepEqual([mail?.to?.[0]?.address, mail?.subject], ["ada@example.com", "Invitation à rejoindre Assay"]);
  const [, token] = mail?.text?.match(`${publicUrl}/portal/invitation#([\\w-]{43})`) ?? [];
  const accepted = await server.call("/v1/invitations/accept", { body: { token, name: "Ada", password: aPassword } });
  assert.equal(accepted.status, 200, accepted.text);
});

test("the link of an invitation that waits to be sent is stored encrypted, and one that was withdrawn is not sent", async () => {
  await worker.stop();
  const { body } = await invite("bob@example.com");
  const [row] = await server.database.query<{ mail: string; job: string }>(
    `SELECT m::text AS mail, (SELECT string_agg(j.data::text, '') FROM pgboss.job j WHERE j.name = 'send-mail') AS job
       FROM mails m WHERE invitation_id = $1`,
    [body.invitationId],
  );
  assert.ok(row && !row.mail.includes("bob@example.com") && !row.job.includes("bob@example.com"));
  await server.call(`/v1/invitations/${body.invitationId}`, { method: "DELETE", admin: true });
  const count = mailServer.mails.length;
  worker = await startTestWorker(server, { mail: mailServer.mail });
  await until(async () => (await server.database.query("SELECT 1 FROM mails")).length === 0);
  assert.equal(mailServer.mails.length, count);
});
