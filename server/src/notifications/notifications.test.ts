import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { notifyOfGaps } from "../gaps/notify-of-gaps.ts";
import { secondsAfter } from "../platform/clock.ts";
import { type AnalysisFixture, anAnalysisFixture } from "../testing/analysis-fixture.ts";
import { type APerson, aPerson, aReview, aTarget, submit } from "../testing/builders.ts";
import { type MailServer, publicUrl, startMailServer } from "../testing/mail-server.ts";
import { createJobHandlers } from "../worker/job-handlers.ts";
import { sendDigests } from "./send-digests.ts";

const signal = new AbortController().signal;
let fixture: AnalysisFixture;
let mailServer: MailServer;
let ada: APerson;
let bob: APerson;
let reviewId: string;
let gapIds: string[];
before(async () => {
  fixture = await anAnalysisFixture();
  mailServer = await startMailServer();
  const { key } = fixture.company;
  ada = await aPerson(fixture.server, { key, role: "company_owner", name: "Ada <b>Lovelace</b>" });
  bob = await aPerson(fixture.server, { key, role: "company_reviewer", name: "Bob Babbage" });
  const target = await aTarget(fixture.server, key);
  reviewId = (await aReview(fixture.server, fixture.company, target)).id;
  await aDocument("Nothing of it is here.");
  const { gaps } = (await fixture.server.call("/v1/gaps", { key })).body;
  gapIds = gaps.map(({ gapId }: { gapId: string }) => gapId);
});
beforeEach(async () => {
  await fixture.server.database.query("TRUNCATE mails, notifications, notification_settings");
  await fixture.server.database.query("DELETE FROM pgboss.job WHERE name = 'send-mail'");
  mailServer.mails.length = 0;
  mailServer.onMessage = () => undefined;
});
after(async () => {
  await mailServer.close();
  await fixture.close();
});

async function aDocument(content: string): Promise<string> {
  const files = [{ name: "a.txt", content }];
  const { body, text } = await submit(fixture.server, fixture.company, { complianceReviewId: reviewId }, files);
  assert.ok(body.documentId, text);
  await fixture.analyse(body.documentId);
  return body.documentId;
}
const gapAt = (at: number) => gapIds[at] ?? assert.fail("there are fewer gaps");
const patch = async (person: APerson, gapId: string, body: object) => {
  const reply = await person.call(`/v1/gaps/${gapId}`, { method: "PATCH", body });
  assert.equal(reply.status, 200, reply.text);
};
const choose = async (person: APerson, choices: object, language = "en") => {
  const { body } = await person.call("/v1/account/notifications");
  const chosen = { language, choices: { ...body.choices, ...choices } };
  const reply = await person.call("/v1/account/notifications", { method: "PUT", body: chosen });
  assert.equal(reply.status, 200, reply.text);
};

/** The ids of the mails whose jobs wait, as the queue has them. */
const waiting = async () =>
  (
    await fixture.server.database.query<{ id: string }>(
      "SELECT data ->> 'mailId' AS id FROM pgboss.job WHERE name = 'send-mail' ORDER BY data ->> 'mailId'",
    )
  ).map(({ id }) => id);
const handlers = () => createJobHandlers({ ...fixture.worker, mail: mailServer.mail });
const send = (mailId: string) => handlers()["send-mail"]?.({ mailId }, signal);
async function sendAll(): Promise<void> {
  for (const mailId of await waiting()) await send(mailId);
}
const sent = () => mailServer.mails.map(({ to, subject }) => [to?.[0]?.address, subject]);

test("the new owner of a gap learns at once of what and by whom, and nobody is notified of their own act", async () => {
  await patch(ada, gapAt(0), { ownerId: bob.accountId });
  await patch(bob, gapAt(1), { ownerId: bob.accountId });
  await sendAll();
  assert.equal(mailServer.mails.length, 1);
  const [mail] = mailServer.mails;
  assert.equal(mail?.to?.[0]?.address, bob.email);
  assert.match(mail?.subject ?? "", /^A gap is yours: DPA /);
  assert.match(mail?.text ?? "", /Hello Bob Babbage,[\s\S]+Ada <b>Lovelace<\/b> made you the owner of a gap\./);
  assert.ok(mail?.text?.includes(`${publicUrl}/portal/gaps?gap=${gapAt(0)}`));
  assert.ok(mail?.html?.includes("Ada &lt;b&gt;Lovelace&lt;/b&gt;"), "a name is no markup");
  assert.deepEqual(await fixture.server.database.query("SELECT id FROM mails"), [], "a sent mail leaves no row");
});

test("a mention, a due date and a missed one send one notification each, in the person's language", async () => {
  await choose(bob, {}, "de");
  const { status } = await ada.call(`/v1/gaps/${gapAt(2)}/comments`, { body: { text: `@${bob.accountId} bitte.` } });
  assert.equal(status, 201);
  await patch(bob, gapAt(3), { ownerId: bob.accountId, dueOn: "2026-03-10" });
  const tell = (day: string) => {
    const clock = { now: () => new Date(`${day}T09:00:00Z`) };
    return notifyOfGaps({ db: fixture.server.database.db, clock, ids: fixture.worker.ids }, signal);
  };
  for (const day of ["2026-03-01", "2026-03-04", "2026-03-05", "2026-03-11", "2026-03-12"]) await tell(day);
  await sendAll();
  const subjects = mailServer.mails.map(({ subject }) => subject?.replace(/: .*/, ""));
  assert.deepEqual(subjects, ["Sie wurden erwähnt", "Fällig am 10. März 2026", "Überfällig"]);
  const events = await fixture.server.database.query<{ type: string }>(
    "SELECT type FROM events WHERE data ->> 'gapId' = $1 AND type IN ('gap.due', 'gap.overdue') ORDER BY id",
    [gapAt(3)],
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ["gap.due", "gap.overdue"],
  );
});

test("what a person chose to have daily comes in one digest, and what is off does not come", async () => {
  await choose(bob, { assigned: "daily", mentioned: "daily", due: "off" });
  await patch(ada, gapAt(4), { ownerId: bob.accountId });
  await ada.call(`/v1/gaps/${gapAt(4)}/comments`, { body: { text: `@${bob.accountId}?` } });
  assert.deepEqual(await waiting(), []);
  const { clock, ids } = fixture.worker;
  const db = fixture.server.database.db;
  // As if it had happened before: only what is older than the last 06:00 is in a digest.
  await fixture.server.database.query("UPDATE notifications SET created_at = $1", [
    secondsAfter(clock.now(), -25 * 3600),
  ]);
  await sendDigests({ db, clock, ids }, signal);
  await sendDigests({ db, clock, ids }, signal);
  assert.equal((await waiting()).length, 1);
  await sendAll();
  assert.match(mailServer.mails[0]?.subject ?? "", /: 2 new notifications$/);
  assert.equal(mailServer.mails[0]?.text?.match(/Open the gap/g)?.length, 2);
});

test("everybody of the company who wants that is notified of a completed review and of a lower score", async () => {
  await choose(ada, { review_completed: "instant", score_fell: "instant" });
  await choose(bob, { review_completed: "off", score_fell: "off" });
  const target = await aTarget(fixture.server, fixture.company.key, "NDA");
  reviewId = (await aReview(fixture.server, fixture.company, target)).id;
  const words = "The parties keep confidential information secret for five years after the end of the agreement.";
  await aDocument(Array.from({ length: 3 }, () => words).join("\n\n"));
  await fixture.server.database.query("UPDATE compliance_reviews SET score = 100 WHERE id = $1", [reviewId]);
  const second = await aDocument("Nothing of it is here.");
  const events = await fixture.server.database.query<{ type: string }>(
    "SELECT type FROM events WHERE type = 'review.score_fell' AND data ->> 'documentId' = $1",
    [second],
  );
  assert.equal(events.length, 1);
  await sendAll();
  assert.deepEqual(
    sent(),
    ["Review completed: Review", "Review completed: Review", "Score fell: Review"].map((subject) => [
      ada.email,
      subject,
    ]),
  );
  assert.match(mailServer.mails[2]?.text ?? "", /fell from 100 to \d/);
});

test("a mail that the server refuses for now is sent by a later attempt, and once", async () => {
  await patch(ada, gapAt(5), { ownerId: bob.accountId });
  const [mailId = ""] = await waiting();
  mailServer.onMessage = () => {
    throw Object.assign(new Error("later"), { responseCode: 451 });
  };
  await assert.rejects(async () => send(mailId), /unsent/);
  mailServer.onMessage = () => undefined;
  await send(mailId);
  await send(mailId);
  assert.equal(mailServer.mails.length, 1);
});

test("after a crash of the worker while the server had the mail, it is not sent again", async () => {
  await patch(ada, gapAt(6), { ownerId: bob.accountId });
  const [mailId = ""] = await waiting();
  const { sender } = mailServer.mail;
  const crashing = createJobHandlers({
    ...fixture.worker,
    mail: {
      ...mailServer.mail,
      sender: {
        async send(message, begin) {
          await sender.send(message, begin);
          // The process ends here: nothing of what follows is run.
          await new Promise(() => undefined);
        },
      },
    },
  });
  void crashing["send-mail"]?.({ mailId }, signal);
  while (mailServer.mails.length === 0) await new Promise(setImmediate);
  await send(mailId);
  assert.equal(mailServer.mails.length, 1);
  assert.deepEqual(await fixture.server.database.query("SELECT id FROM mails"), []);
  assert.ok(fixture.faults.some((fault) => fault === `${mailId} interrupted`));
});

test("two workers that have the same job send one mail", async () => {
  await patch(ada, gapAt(7), { ownerId: bob.accountId });
  const [mailId = ""] = await waiting();
  await Promise.all([send(mailId), send(mailId)]);
  assert.equal(mailServer.mails.length, 1);
});

test("without a mail server nothing is sent and nothing is left", async () => {
  await patch(ada, gapAt(8), { ownerId: bob.accountId });
  const [mailId = ""] = await waiting();
  await createJobHandlers(fixture.worker)["send-mail"]?.({ mailId }, signal);
  assert.deepEqual(await fixture.server.database.query("SELECT id FROM mails"), []);
});

test("a wrong choice is refused by its name", async () => {
  const { body } = await bob.call("/v1/account/notifications");
  assert.deepEqual([body.language, body.isMailOn, body.choices.assigned], ["en", false, "instant"]);
  const choices = { ...body.choices, due: "hourly" };
  const refused = await bob.call("/v1/account/notifications", { method: "PUT", body: { language: "en", choices } });
  assert.equal(refused.status, 400);
  assert.match(refused.body.message, /due/);
});
