// The lower bound for sending signed events: undici posts in a loop. A line of standard input with a count starts that many; a
// line is printed when all are answered.
import { createHmac, createSecretKey, randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { Agent, request } from "undici";

const [url = "", concurrency = "1"] = process.argv.slice(2);
const key = createSecretKey(randomBytes(32));
const dispatcher = new Agent({ connections: Number(concurrency), pipelining: 1 });
let sent = 0;

async function post(): Promise<void> {
  const id = `bare-${++sent}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const data = { companyId: id, documentId: id, complianceReviewId: id, status: "completed" };
  const body = JSON.stringify({ type: "document.completed", timestamp: new Date().toISOString(), data });
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const answer = await request(url, {
    dispatcher,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,${signature}`,
    },
    body,
  });
  await answer.body.dump();
}

for await (const line of createInterface({ input: process.stdin })) {
  let left = Number(line);
  const postAll = async () => {
    while (left-- > 0) await post();
  };
  await Promise.all(Array.from({ length: Number(concurrency) }, postAll));
  process.stdout.write("done\n");
}
