import fc from "fast-check";
import { aForm, unknownId } from "../builders.ts";
import type { Call } from "../test-server.ts";
import type { Operation } from "./described-operation.ts";
import type { FuzzWorld } from "./fuzz-world.ts";
import { cookiesFor, hintsOfPeople } from "./fuzzed-people.ts";
import { hintsOfWords } from "./hints-of-words.ts";
import { type Hints, hostileBytes, hostileText, hostileValue, nearlyValid, validValue } from "./hostile-values.ts";

export interface FuzzedRequest {
  url: string;
  call: Call;
  /** Whether the operation accepts the credential's tier. */
  standing: "right" | "wrong" | "none";
  /** The request selects members with `fields`. */
  isNarrowed: boolean;
  /** A path with odd segments may match no operation. */
  isPathHostile: boolean;
}

/** Requests to one operation. Most have a single fault, so that they pass the first checks. */
export function fuzzedRequest(operation: Operation, world: FuzzWorld): fc.Arbitrary<FuzzedRequest> {
  return fc
    .tuple(callers(operation, world), path(operation, world), query(operation, world), body(operation, world), headers)
    .map(([caller, { path, isPathHostile }, search, { payload, contentType }, extra]) => ({
      url: search === "" ? path : `${path}?${search}`,
      standing: caller.standing,
      isPathHostile,
      isNarrowed: /(^|&)fields=/.test(search),
      call: {
        method: operation.method,
        ...caller.call,
        ...(payload !== undefined && { payload }),
        headers: {
          ...extra,
          ...caller.call.headers,
          ...(payload !== undefined && contentType !== "" && { "content-type": contentType }),
        },
      },
    }));
}

type Caller = Pick<FuzzedRequest, "standing"> & { call: Pick<Call, "key" | "admin" | "headers"> };

function callers(operation: Operation, world: FuzzWorld): fc.Arbitrary<Caller> {
  const { security, description = "" } = operation;
  const { company, companyCookie, adminCookie } = world;
  const cookieOf = (cookie: string) => ({ headers: { cookie, "x-assay-session": "1" } });
  const admin = [{ admin: true }, cookieOf(adminCookie)];
  const ofCompany = [{ key: company.key }, { key: company.key }, cookieOf(companyCookie)];
  const ofPartner = [{ key: company.partner.key }];
  const nobody = [{}, { key: "" }, { key: "assay_wrong" }, { headers: { authorization: "Bearer \u00ff" } }];
  const isFor = (scheme: string) => security.some((one) => scheme in one);
  if (security.length === 0) return fc.constantFrom(...[{}, { key: company.key }].map(as("right")));
  if (isFor("session")) return someOf(cookiesFor(operation, world.people).map(cookieOf), [], nobody);
  if (isFor("administrator")) return someOf(admin, [...ofCompany, ...ofPartner], nobody);
  if (description.endsWith("Needs a partner key.")) return someOf(ofPartner, [...admin, ...ofCompany], nobody);
  if (description.endsWith("Needs a company key.")) return someOf(ofCompany, [...admin, ...ofPartner], nobody);
  return someOf([...ofCompany, ...ofPartner], admin, nobody);
}

const as =
  (standing: Caller["standing"]) =>
  (call: Caller["call"]): Caller => ({ standing, call });

function someOf(right: Caller["call"][], wrong: Caller["call"][], none: Caller["call"][]): fc.Arbitrary<Caller> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...right.map(as("right"))) },
    ...(wrong.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...wrong.map(as("wrong"))) }] : []),
    { weight: 1, arbitrary: fc.constantFrom(...none.map(as("none"))) },
  );
}

/** Only failed documents can be retried, and once; only a later one becomes a new version. The initial ids come more often: what is learned may belong to another company. */
function idsFor({ operationId }: Operation, world: FuzzWorld, name: string): string[] {
  const suitable = {
    retryDocument: "failedDocumentId",
    retryOwnDocument: "ownFailedDocumentId",
    putDocumentPredecessor: "laterDocumentId",
    getRedline: "wordDocumentId",
  }[operationId];
  if (name === "membershipId") return world.ids["ofMember"] ?? [];
  if (["signOffReview", "reopenReview"].includes(operationId) && name === "reviewId")
    return world.ids["settledReviewId"] ?? [];
  if (operationId === "endOwnSession") return world.ids["ownSessionId"] ?? [];
  const ofKeys = ["updateKey", "rotateKey", "revokeOwnKey"].includes(operationId) ? "ownKeyId" : undefined;
  const ids = world.ids[(name === "documentId" ? suitable : name === "keyId" ? ofKeys : undefined) ?? name] ?? [];
  return ids.length > 0 ? [...ids.slice(0, initialIds), ...ids.slice(0, initialIds), ...ids] : [unknownId];
}

/** Of a kind, in the world at the start; they stay when others are learned. */
const initialIds = 3;

const steps: Record<string, fc.Arbitrary<string>> = {
  chunkIndex: fc.constantFrom(
    ...Array.from({ length: 9 }, () => "0"),
    "1",
    "-1",
    "00",
    "1e3",
    "2147483648",
    "99999999999999999999",
  ),
  pageNumber: fc.constantFrom(
    ...Array.from({ length: 9 }, () => "1"),
    "0",
    "2",
    "-1",
    "01",
    "1.5",
    "2147483648",
    "99999999999999999999",
  ),
};

/** Clients normalize segments of dots, and an empty segment is another path. */
const hostileStep = hostileText.filter((text) => !["", ".", ".."].includes(text)).map((text) => text.toWellFormed());

function path(operation: Operation, world: FuzzWorld): fc.Arbitrary<{ path: string; isPathHostile: boolean }> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const { uploads, files, questions, items } = world;
  const isOfItem = names.includes("documentId") && names.includes("itemId");
  const groups = names.includes("sessionId")
    ? uploads
    : names.includes("questionKey")
      ? questions
      : isOfItem
        ? items
        : files;
  const each = names.map((name) => {
    const right = steps[name] ?? fc.constantFrom(...idsFor(operation, world, name));
    return fc.oneof(
      { weight: 12, arbitrary: right.map((text) => ({ text, isHostile: false })) },
      { weight: 1, arbitrary: fc.constant({ text: unknownId, isHostile: false }) },
      { weight: 2, arbitrary: hostileStep.map((text) => ({ text, isHostile: true })) },
    );
  });
  const alone = fc.tuple(...each);
  // A file is found only through its session or document, an item and a question only through their document.
  const together = fc
    .tuple(fc.constantFrom<string[]>(...groups), alone)
    .map(([group, chosen]) => [...group.map((text) => ({ text, isHostile: false })), ...chosen.slice(group.length)]);
  const all =
    names.includes("fileId") || names.includes("questionKey") || isOfItem
      ? fc.oneof({ weight: 3, arbitrary: together }, { weight: 1, arbitrary: alone })
      : alone;
  return all.map((chosen) => ({
    path: names.reduce(
      (text, name, index) => text.replace(`{${name}}`, () => encodeURIComponent(chosen[index]?.text ?? "")),
      operation.path,
    ),
    isPathHostile: chosen.some(({ isHostile }) => isHostile),
  }));
}

const jsonList = (ids: string[]): fc.Arbitrary<string> =>
  fc.subarray(ids.length > 0 ? ids : [unknownId], { minLength: 1 }).map((chosen) => JSON.stringify(chosen));

const facts = fc.constantFrom({ usesSubProcessors: true }, { transfersOutsideEea: false, usesSubProcessors: false });
const isInQuery = ({ parameters }: Operation) => parameters.some(({ name }) => name === "facts");

/** What a decision needs depends on its kind; decide-finding.test.ts makes the others. */
function decisionHints({ operationId }: Operation): Hints {
  if (operationId === "getDocumentResult")
    return {
      decision: fc.constantFrom("confirm,look_again", "none"),
      sort: fc.constant("confidence"),
      complianceLevel: fc.constantFrom("compliant", "partially_compliant,non_compliant"),
    };
  if (operationId === "withdrawDecision") return { criterionKey: fc.constant(undefined) };
  if (operationId !== "decideFinding") return {};
  const none = fc.constant(undefined);
  return {
    decision: fc.constantFrom("confirm", "not_applicable"),
    reason: fc.constantFrom("Read.", "Section 9 grants it."),
    ...{ criterionKey: none, verdict: none, complianceLevel: none, acceptedUntil: none, evidence: none },
  };
}

/** own-keys.test.ts issues keys for companies of a partner, and expiring ones. */
function keyHints({ operationId }: Operation): Hints {
  if (operationId !== "issueKey") return {};
  const none = fc.constant(undefined);
  return { companyId: none, expiresAt: none, label: fc.constantFrom("Build server", "Büro") };
}

function gapHints({ operationId }: Operation, world: FuzzWorld): Hints {
  if (operationId !== "changeGaps") return {};
  return {
    gaps: fc.subarray(world.ids["gaps"] ?? [], { minLength: 1 }),
    ownerId: fc.constantFrom(null, ...(world.ids["ownerId"] ?? [])),
    dueOn: fc.constantFrom(null, "2026-12-31"),
  };
}

/** Rules that the description states only in words. */
function hintsFor(operation: Operation, world: FuzzWorld): Hints {
  const { company } = world;
  const ids = Object.fromEntries(
    ["partnerId", "complianceReviewId", "businessEntityId", "controlId", "complianceFrameworkId", "frameworkIds"].map(
      (name) => [name, fc.constantFrom(...idsFor(operation, world, name))],
    ),
  );
  const cursors = world.ids["cursor"] ?? [];
  return {
    ...ids,
    // A hint for an array is for its elements.
    frameworkIds: fc.subarray(world.ids["frameworkIds"] ?? []),
    selectedControlItemIds: jsonList(world.ids["selectedControlItemIds"] ?? []),
    selectedControlClusterIds: jsonList(world.ids["selectedControlClusterIds"] ?? []),
    auditLanguageId: fc.constantFrom("en", "de", "fr", "es"),
    language: fc.constantFrom("en", "de", "fr", "es"),
    facts: isInQuery(operation) ? facts.map((stated) => JSON.stringify(stated)) : facts,
    limit: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 100 })).map(String),
    cursor: fc.constantFrom(...(cursors.length > 0 ? cursors : [Buffer.from(unknownId).toString("base64url")])),
    format: fc.constantFrom("pdf", "xlsx", "csv", "oscal"),
    branding: fc.constantFrom("on", "off"),
    fields: fc.constantFrom("status", "status,complianceItems.result.score", "files", "complianceItems"),
    subject: fc.constantFrom("Vendor A", "Büro Süd"),
    // A chunked upload of several documents has none; external-references.test.ts uploads one document with its own.
    externalReference: isSubmission(operation)
      ? fc.constant(undefined)
      : fc.integer({ min: 1, max: 1_000_000_000 }).map((number) => `No. ${number}`),
    // By chance it would hardly ever be a document of the named review; plan-submission.test.ts submits new versions.
    supersedes: isSubmission(operation)
      ? fc.constant(undefined)
      : fc.constantFrom(...idsFor(operation, world, "supersedes")),
    with: fc.constantFrom(...idsFor(operation, world, "supersedes")),
    needsReview: fc.constantFrom("true", "false"),
    action: fc.constantFrom("company", "partner.created"),
    actorTier: fc.constantFrom("administrator", "partner", "company", "system"),
    about: fc.constantFrom(company.companyId, company.partner.partnerId),
    since: fc.constantFrom("2026-01-01T00:00:00Z", "2026-03-01T12:00:00.000Z"),
    until: fc.constantFrom("2027-01-01T00:00:00Z", "2026-03-01T12:00:00+02:00"),
    everywhere: fc.constantFrom("true", "false"),
    start: fc.constantFrom("0", "0", "5"),
    end: fc.constantFrom("27", "27", "4"),
    quote: fc.constantFrom("Personal data is encrypted.", "Personal data is encrypted.", "x"),
    eventTypes: fc.subarray(["document.submitted", "document.completed", "upload.expired"], { minLength: 1 }),
    ...{ fileId: fc.constant(undefined), recommendations: fc.constantFrom(...(world.ids["recommendations"] ?? [])) },
    networks: fc.subarray(["10.0.0.0/8", "203.0.113.7", "2001:db8::/32"]),
    url: fc.constantFrom("http://127.0.0.1:9999/hook", "https://hooks.example.com/a?b=c"),
    fileName: fc.constantFrom("a.txt", "Vertrag – Ä.pdf", "b.docx"),
    fileSize: fc.constantFrom(1, 5, 65_536, 65_537),
    key: fc.constantFrom(company.key, company.partner.key),
    ...hintsOfWords(operation),
    ...decisionHints(operation),
    ...keyHints(operation),
    ...gapHints(operation, world),
    ...hintsOfPeople(operation, world),
  };
}

/** Alternatives that exclude each other: a review, or an entity with a control; a span, or a quote. */
const eitherReviewOr = ["complianceReviewId", "businessEntityId", "complianceFrameworkId", "controlId"];

function withOneMode(fields: Record<string, unknown>, isNew: boolean): Record<string, unknown> {
  const left = isNew ? ["complianceReviewId", "quote"] : [...eitherReviewOr.slice(1), "start", "end"];
  const named = Object.entries(fields).filter(([name]) => !left.includes(name));
  // Items and clusters exclude each other as well.
  const isTwice = "selectedControlItemIds" in fields && "selectedControlClusterIds" in fields;
  return Object.fromEntries(isTwice ? named.filter(([name]) => name !== "selectedControlClusterIds") : named);
}

/** Parameters that are required together. */
const neededTogether = ["format", "start", "end", "quote"];

const isSubmission = ({ operationId }: Operation) => ["submitDocuments", "startUpload"].includes(operationId);

const hasModes = (operation: Operation) => isSubmission(operation) || operation.operationId === "getDocumentPage";

function query(operation: Operation, world: FuzzWorld): fc.Arbitrary<string> {
  const hints = hintsFor(operation, world);
  const known = operation.parameters.filter((one) => one.in === "query");
  const required = known
    .filter(
      (one) =>
        one.required ||
        neededTogether.includes(one.name) ||
        (isSubmission(operation) && eitherReviewOr.includes(one.name)),
    )
    .map(({ name }) => name);
  const values = Object.fromEntries(known.map(({ name, schema }) => [name, validValue(schema, hints, name)]));
  const right = fc
    .tuple(fc.record(values, { requiredKeys: required }), fc.boolean())
    .map(([fields, isNew]) => (hasModes(operation) ? withOneMode(fields, isNew) : fields))
    .map((fields) => Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
  const names = [...known.map(({ name }) => name), "x", "limit", "__proto__"];
  const wrong = fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...names), hostileText) },
  );
  return fc.tuple(right, wrong, fc.boolean()).map(([pairs, odd, isReplaced]) => {
    const kept = pairs.filter(([name]) => !isReplaced || name !== odd?.[0]);
    const all = odd === null ? pairs : [...kept, odd];
    return new URLSearchParams(
      all.map(([name, value]) => [name, String(value).toWellFormed()] as [string, string]),
    ).toString();
  });
}

interface Body {
  payload?: Buffer;
  contentType: string;
}

const otherContentTypes = [
  ...["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "multipart/form-data"],
  ...["application/octet-stream", "application/xml", "application/json", "APPLICATION/JSON", "x", "/", ""],
  "multipart/form-data; boundary=----assay-test-boundary",
];

function body(operation: Operation, world: FuzzWorld): fc.Arbitrary<Body> {
  const [contentType, described] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const odd = fc
    .tuple(hostileBytes, fc.constantFrom(...otherContentTypes))
    .map(([payload, type]): Body => ({ payload, contentType: type }));
  if (contentType === undefined)
    return fc.oneof({ weight: 12, arbitrary: fc.constant<Body>({ contentType: "" }) }, { weight: 1, arbitrary: odd });
  const rest = [{ weight: 2, arbitrary: odd }];
  if (contentType === "application/octet-stream") {
    const chunk = fc.oneof(
      // The whole content of the small files that the world uploads.
      { weight: 2, arbitrary: fc.constant(Buffer.from("taken")) },
      fc.constantFrom(Buffer.alloc(1), Buffer.alloc(0), Buffer.alloc(65_536, 1), Buffer.alloc(70_000, 1)),
      hostileBytes,
    );
    return fc.oneof({ weight: 10, arbitrary: chunk.map((payload): Body => ({ payload, contentType })) }, ...rest);
  }
  if (contentType === "multipart/form-data") return fc.oneof({ weight: 10, arbitrary: forms }, ...rest);
  const right = rightBody(operation, world, described?.schema ?? {});
  const asJson = (value: unknown): Body => ({
    payload: Buffer.from(JSON.stringify(value) ?? "null"),
    contentType: "application/json",
  });
  return fc.oneof(
    { weight: 6, arbitrary: right.map(asJson) },
    { weight: 6, arbitrary: nearlyValid(right).map(asJson) },
    { weight: 1, arbitrary: hostileValue.map(asJson) },
    ...rest,
  );
}

function rightBody(operation: Operation, world: FuzzWorld, schema: object): fc.Arbitrary<unknown> {
  // The schema of a framework in the catalogue format is just an object.
  if (/Framework$/.test(operation.operationId)) return fc.constantFrom(...world.frameworks);
  const right = validValue(schema, hintsFor(operation, world));
  if (!isSubmission(operation)) return right;
  const needed = fc.record({
    complianceReviewId: fc.constantFrom(...(world.ids["complianceReviewId"] as [string])),
    businessEntityId: fc.constantFrom(...(world.ids["businessEntityId"] as [string])),
    controlId: fc.constantFrom(...(world.ids["controlId"] as [string])),
  });
  return fc
    .tuple(right, needed, fc.boolean())
    .map(([fields, more, isNew]) => withOneMode({ ...(fields as object), ...more }, isNew));
}

const files = fc.record({
  name: fc.oneof(
    fc.constantFrom("a.txt", "b.pdf"),
    hostileText.map((text) => text.toWellFormed().replaceAll('"', "%22")),
  ),
  content: fc.oneof(fc.constantFrom("Some words.", "", "%PDF-1.7\n", "PK\u0003\u0004"), hostileText),
  field: fc.oneof(
    { weight: 8, arbitrary: fc.constant("files[]") },
    { weight: 1, arbitrary: fc.constantFrom("files", "", "__proto__", "controlId") },
  ),
});
const forms = fc
  .tuple(fc.array(files, { minLength: 0, maxLength: 3 }), fc.nat({ max: 11 }))
  .map(([parts, cut]): Body => {
    const { payload, headers } = aForm(parts);
    // One in twelve is truncated in its last boundary or part.
    const sent = cut === 0 ? payload.subarray(0, Math.max(0, payload.length - 15)) : payload;
    return { payload: sent, contentType: headers["content-type"] ?? "" };
  });

/** Header values are bytes. HTTP clients refuse line breaks in them. */
const headerText = hostileText.map((text) =>
  Buffer.from(text.toWellFormed(), "utf8")
    .toString("latin1")
    .replaceAll(/[^\t\x20-\xff]|\x7f/g, "?")
    .slice(0, 300),
);
const headers = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Record<string, string>>({}) },
  {
    weight: 2,
    arbitrary: fc.nat({ max: 5 }).map((number): Record<string, string> => ({ "idempotency-key": `key-${number}` })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          ...["idempotency-key", "accept", "accept-language", "x-request-id", "origin", "cookie", "traceparent"],
          ...["content-encoding", "if-none-match", "range", "x-forwarded-for", "x-content-sha256", "expect"],
        ),
        headerText,
      )
      .map(([name, value]): Record<string, string> => ({ [name]: value })),
  },
);
