import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { verifyWebhook } from "./verify-webhook.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const now = new Date("2026-03-01T12:00:00.000Z");
const body =
  '{"type":"document.completed","timestamp":"2026-03-01T11:59:59.000Z","data":{"companyId":"c","documentId":"d"}}';

function signed(content: string, timestamp = now.getTime() / 1000) {
  const signature = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(`e1.${timestamp}.${content}`)
    .digest("base64");
  return { "Webhook-Id": "e1", "webhook-timestamp": String(timestamp), "webhook-signature": `v1,${signature}` };
}

test("a signed body is accepted as text or bytes, with Fetch or Node headers", async () => {
  const expected = { id: "e1", ...JSON.parse(body) };
  assert.deepEqual(await verifyWebhook(signed(body), body, secret, { now }), expected);
  assert.deepEqual(await verifyWebhook(new Headers(signed(body)), Buffer.from(body), secret, { now }), expected);
});

test("the example of the Standard Webhooks libraries verifies", async () => {
  const headers = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  const at = new Date(1614265330_000);
  assert.deepEqual(await verifyWebhook(headers, '{"test": 2432232314}', secret, { now: at }), {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    test: 2432232314,
  });
});

test("one valid signature of several is enough, as after a rotated secret", async () => {
  const headers = signed(body);
  const several = { ...headers, "webhook-signature": `v1,AAAA v2,xx ${headers["webhook-signature"]}` };
  assert.equal((await verifyWebhook(several, body, secret, { now })).type, "document.completed");
});

test("a changed body, another secret, a missing header and an old timestamp are refused", async () => {
  const refused = { code: "invalid_signature" };
  await assert.rejects(verifyWebhook(signed(body), body.replace('d"', 'e"'), secret, { now }), refused);
  await assert.rejects(verifyWebhook(signed(body), body, "whsec_AAAA", { now }), refused);
  await assert.rejects(verifyWebhook(signed(body), body, "whsec_%", { now }), refused);
  await assert.rejects(verifyWebhook({ ...signed(body), "webhook-timestamp": "now" }, body, secret, { now }), refused);
  await assert.rejects(verifyWebhook({}, body, secret, { now }), refused);
  const old = signed(body, now.getTime() / 1000 - 301);
  await assert.rejects(verifyWebhook(old, body, secret, { now }), { message: /300 seconds off/ });
});
