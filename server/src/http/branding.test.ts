import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { type ACompany, aCompany, aPerson, aReview, aTarget } from "../testing/builders.ts";
import { toJpeg, toPng } from "../testing/sample-images.ts";
import { seedDocuments } from "../testing/seeded-review.ts";
import { startTestServer, type TestServer } from "../testing/test-server.ts";

let server: TestServer;
let company: ACompany;
before(async () => {
  server = await startTestServer();
  company = await aCompany(server);
});
after(() => server.close());

const grey = (width: number, height: number) => ({ width, height, grey: new Uint8Array(width * height).fill(90) });
const png = Buffer.from(toPng(grey(40, 20)));
const jpeg = Buffer.from(toJpeg(grey(64, 16)));
const base64 = (bytes: Buffer) => bytes.toString("base64");
const put = (body: object, key = company.partner.key) => server.call("/v1/branding", { method: "PUT", key, body });

async function pdfOf(query = ""): Promise<Buffer> {
  const { frameworkId, controlId } = await aTarget(server, company.key);
  const review = await aReview(server, company, { frameworkId, controlId });
  await seedDocuments(server.database.query, server.nextId, {
    ...{ companyId: company.companyId, reviewId: review.id, controlId, fileNames: ["first.pdf"] },
  });
  const answer = await server.app.inject({
    url: `/v1/compliance-reviews/${review.id}/report?part=board&${query}`,
    headers: { "x-api-key": company.key },
  });
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
  return answer.rawPayload;
}

/** Where drawing commands are compressed, images are objects of their own. */
const imagesIn = (pdf: Buffer) => pdf.toString("latin1").split("/Subtype /Image").length - 1;

test("a partner sets its branding; images that are absent stay, and null takes them away", async () => {
  const before = await server.call("/v1/branding", { key: company.partner.key });
  assert.deepEqual(new Set(Object.values(before.body)), new Set([null]));
  const body = { name: "Nordlicht", accentColour: "#7A1F3D", contact: "Hafenweg 1", disclaimer: "No advice." };
  const set = await put({ ...body, logo: base64(png), cover: base64(jpeg) });
  assert.equal(set.status, 200, set.text);
  assert.deepEqual(
    [set.body.accentColour, set.body.logo.mediaType, set.body.cover.mediaType],
    ["#7a1f3d", "image/png", "image/jpeg"],
  );
  const changed = await put({ name: "Nordlicht", cover: null });
  assert.deepEqual([changed.body.contact, changed.body.cover], [null, null]);
  assert.equal(changed.body.logo.data, set.body.logo.data);
  assert.deepEqual((await server.call("/v1/branding", { key: company.partner.key })).body, changed.body);
});

test("PDF and Word reports have the branding unless it is switched off, and those of another partner never", async () => {
  await put({ name: "Nordlicht", accentColour: "#7a1f3d", logo: base64(png), cover: base64(jpeg) });
  const [branded, plain] = [await pdfOf("format=pdf"), await pdfOf("format=pdf&branding=off")];
  assert.equal(imagesIn(branded), 2);
  assert.equal(imagesIn(plain), 0);
  const [word, plainWord] = [await pdfOf("format=docx"), await pdfOf("format=docx&branding=off")];
  assert.ok(word.includes("word/media/"));
  assert.ok(!plainWord.includes("word/media/"));
  const own = company;
  company = await aCompany(server);
  assert.equal(imagesIn(await pdfOf("format=pdf")), 0);
  company = own;
});

test("a colour is refused that is none or has too little contrast, with the contrast", async () => {
  for (const [body, message] of [
    [{ accentColour: "red" }, /^accentColour must be a colour such as #1f4e68, not "red"/],
    [
      { accentColour: "#ffe000" },
      /^accentColour #ffe000 has a contrast of 1\.3 with white; reports need at least 4\.5/,
    ],
    [{ secondColour: "#777777" }, /^secondColour #777777 has a contrast of 4\.4 with white/],
  ] as const) {
    const { status, body: answer } = await put(body);
    assert.equal(status, 400);
    assert.match(answer.message, message);
  }
  assert.equal((await put({ accentColour: "#767676" })).status, 200);
});

/** A PNG with these pixels under a header that may claim others. */
function aPng({ width = 4, height = 4, interlaced = 0, pixels = Buffer.alloc(20) }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, interlaced], 8);
  const chunk = (type: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    checksum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, checksum]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk("IHDR", header), chunk("tEXt", Buffer.from("Author\0Somebody")), chunk("IDAT", deflateSync(pixels))],
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("an image is refused that is no PNG or JPEG, too large, damaged, or other than its header says", async () => {
  const damaged = Buffer.from(png);
  damaged.writeUInt8(damaged.readUInt8(45) ^ 1, 45);
  const cases: [Buffer | string, RegExp][] = [
    [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'></svg>"), /^logo must be a PNG or JPEG image/],
    ["no base64!", /^logo must be an image in base64/],
    [damaged, /^logo is a damaged PNG: a checksum is wrong/],
    [png.subarray(0, -6), /^logo is a damaged PNG/],
    [aPng({ width: 5000 }), /^logo has 5000 × 4 pixels/],
    [aPng({ pixels: Buffer.alloc(10_000_000) }), /^logo is a damaged PNG: its pixels cannot be read/],
    [aPng({ pixels: Buffer.alloc(3) }), /^logo is a damaged PNG: its pixels cannot be read/],
    [aPng({ interlaced: 1 }), /^logo is an interlaced PNG/],
    [jpeg.subarray(0, 60), /^logo is a damaged JPEG/],
  ];
  for (const [logo, message] of cases) {
    const { status, body } = await put({ logo: typeof logo === "string" ? logo : base64(logo) });
    assert.equal(status, 400, message.source);
    assert.match(body.message, message);
  }
  const tooLarge = Buffer.concat([png, Buffer.alloc(512 * 1024)]);
  assert.equal((await put({ logo: base64(tooLarge) })).status, 400);
});

test("what an image holds beside its picture is not kept", async () => {
  const { status, body, text } = await put({ logo: base64(aPng({})) });
  assert.equal(status, 200, text);
  assert.ok(!Buffer.from(body.logo.data, "base64").includes("Somebody"));
});

test("a consultant reads the branding and only the owner changes it; a company does neither", async () => {
  const people = { key: company.partner.key };
  const owner = await aPerson(server, { ...people, role: "partner_owner" });
  const consultant = await aPerson(server, { ...people, role: "partner_consultant" });
  const statusOf = async (reply: Promise<{ status: number }>) => (await reply).status;
  assert.deepEqual(
    [
      await statusOf(consultant.call("/v1/branding")),
      await statusOf(consultant.call("/v1/branding", { method: "PUT", body: {} })),
      await statusOf(owner.call("/v1/branding", { method: "PUT", body: {} })),
      await statusOf(put({}, company.key)),
    ],
    [200, 403, 200, 403],
  );
});

test("the branding goes with its partner's row", async () => {
  const constraints = await server.database.query(
    "SELECT confdeltype FROM pg_constraint WHERE conrelid = 'partner_brandings'::regclass AND contype = 'f'",
    [],
  );
  // "c": ON DELETE CASCADE
  assert.deepEqual(constraints, [{ confdeltype: "c" }]);
});
