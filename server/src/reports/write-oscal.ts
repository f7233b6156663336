import { formatsOf } from "../analysis/findings/render/language-format.ts";
import { oscalNamespace } from "../catalogue/oscal-extension.ts";
import { type JudgedFinding, type OscalFinding, toInterview, toOscal } from "./oscal-findings.ts";
import { controlIdOf, oneLine, prop, uuidOf } from "./oscal-identifiers.ts";
import type { ContentSignature, ReportDocument, ReportFinding, ReportHead, ReportSource } from "./report-content.ts";
import { reportTexts } from "./texts/report-texts.ts";

const oscalVersion = "1.1.3";

/**
 * OSCAL assessment results. Each document is one result, because it was assessed as a whole and at one time. The JSON members
 * are written as soon as they are known, the metadata last.
 */
export async function* writeOscal(source: ReportSource): AsyncGenerator<Uint8Array> {
  const { head } = source;
  yield Buffer.from(
    `{"assessment-results":{"uuid":${JSON.stringify(uuidOf(head.review.id, "assessment-results"))},"import-ap":${JSON.stringify({ href: `#${uuidOf(head.review.id, "plan")}` })},"results":[`,
  );
  let count = 0;
  for await (const { document, findings } of groupByDocument(source)) {
    if (count > 0) yield Buffer.from(",");
    count += 1;
    yield* writeResult(head, document, findings);
  }
  if (count === 0) yield Buffer.from(JSON.stringify(emptyResult(head)));
  const rest = JSON.stringify({
    "back-matter": toBackMatter(head, await source.sign()),
    metadata: toMetadata(head),
  });
  yield Buffer.from(`],${rest.slice(1, -1)}}}\n`);
}

/** Findings come document by document. Those of only one document are in memory. */
async function* groupByDocument({
  head,
  slices,
}: ReportSource): AsyncGenerator<{ document: ReportDocument; findings: OscalFinding[] }> {
  const documents = new Map(head.documents.map((document) => [document.id, document]));
  const format = formatsOf(head.language);
  let current: ReportDocument | undefined;
  let findings: OscalFinding[] = [];
  for await (const slice of slices()) {
    for (const finding of slice) {
      if (finding.documentId !== current?.id) {
        if (current !== undefined && findings.length > 0) yield { document: current, findings };
        current = documents.get(finding.documentId);
        findings = [];
      }
      if (isJudged(finding)) findings.push(toOscal(format, finding, uuidOf(head.company.id, "party")));
    }
  }
  if (current !== undefined && findings.length > 0) yield { document: current, findings };
}

function isJudged(finding: ReportFinding): finding is JudgedFinding {
  return finding.result !== undefined && finding.judgedAt !== undefined;
}

/** Serialises a few members at a time, so that no string is as long as the whole result. */
function* writeResult(head: ReportHead, document: ReportDocument, findings: OscalFinding[]): Generator<Uint8Array> {
  const opening = JSON.stringify(resultHead(head, document, findings));
  yield Buffer.from(opening.slice(0, -1));
  const arrays: [name: string, members: object[]][] = [
    [
      "observations",
      [
        ...findings.flatMap(({ observations }) => observations),
        ...(document.questions ?? []).map((question) => toInterview(document, question)),
      ],
    ],
    ["risks", findings.flatMap(({ risks }) => risks)],
    ["findings", findings.map(({ finding }) => finding)],
  ];
  for (const [name, members] of arrays) {
    if (members.length === 0) continue;
    const step = 50;
    for (let from = 0; from < members.length; from += step) {
      const part = JSON.stringify(members.slice(from, from + step)).slice(1, -1);
      yield Buffer.from(`${from === 0 ? `,"${name}":[` : ","}${part}`);
    }
    yield Buffer.from("]");
  }
  yield Buffer.from("}");
}

function resultHead(
  { review, control, signOff, language }: ReportHead,
  { id, fileName, createdAt, processedAt, judgedBy }: ReportDocument,
  findings: OscalFinding[],
) {
  return {
    uuid: uuidOf(id, "result"),
    title: oneLine(fileName),
    description: oneLine(`${review.name}: ${fileName}`),
    start: createdAt.toISOString(),
    ...(processedAt !== undefined && { end: processedAt.toISOString() }),
    ...(judgedBy !== undefined && {
      props: [
        prop("engine", `${judgedBy.name} ${judgedBy.version}`),
        prop("catalogue", `${judgedBy.catalogue.frameworkCode} ${judgedBy.catalogue.frameworkVersion}`),
        prop("catalogue-sha256", judgedBy.catalogue.frameworkSha256),
      ],
    }),
    "reviewed-controls": reviewedControls(
      control.name,
      findings.map(({ controlId }) => controlId),
    ),
    ...(signOff !== undefined && { attestations: [toAttestation(signOff, language)] }),
  };
}

const signerRole = "signed-off-by";

/** What a person confirmed about the whole review. */
function toAttestation(
  { id, author, signedOffAt, statement }: NonNullable<ReportHead["signOff"]>,
  language: ReportHead["language"],
) {
  const { signedOff, signedOffBy } = reportTexts[language];
  const words = `${signedOff} ${signedOffBy(author.name, signedOffAt)}`;
  return {
    "responsible-parties": [{ "role-id": signerRole, "party-uuids": [uuidOf(author.id, "party")] }],
    parts: [
      {
        ...{ uuid: uuidOf(id, "sign-off"), name: "sign-off", ns: oscalNamespace, title: signedOff },
        props: [prop("signed-off-at", signedOffAt.toISOString())],
        prose: statement === undefined ? words : `${words}: ${statement}`,
      },
    ],
  };
}

function reviewedControls(description: string, controlIds: string[]) {
  const included = [...new Set(controlIds)].map((controlId) => ({ "control-id": controlId }));
  return {
    "control-selections": [
      { description, ...(included.length > 0 ? { "include-controls": included } : { "include-all": {} }) },
    ],
  };
}

/** OSCAL requires "results" to have a member, even if nothing has been judged. */
function emptyResult({ review, control, rollUp, language }: ReportHead) {
  const ids = rollUp.items.map(({ item }) => controlIdOf({ controlItemId: item.id, externalId: item.externalId }));
  return {
    uuid: uuidOf(review.id, "result"),
    title: oneLine(review.name),
    description: reportTexts[language].notJudgedYet,
    start: review.createdAt.toISOString(),
    "reviewed-controls": reviewedControls(control.name, ids),
  };
}

function toMetadata({ review, company, entity, rollUp, generatedAt, language, signOff }: ReportHead) {
  const { title } = reportTexts[language];
  const party = uuidOf(company.id, "party");
  return {
    title: oneLine(`${title}: ${review.name}`),
    "last-modified": generatedAt.toISOString(),
    version: generatedAt.toISOString(),
    "oscal-version": oscalVersion,
    props: [
      prop("review-id", review.id),
      prop("business-entity", entity.name),
      ...(rollUp.score === undefined ? [] : [prop("overall-score", String(rollUp.score))]),
      ...(rollUp.level === undefined ? [] : [prop("overall-compliance-level", rollUp.level)]),
      ...(rollUp.decided?.score === undefined ? [] : [prop("decided-score", String(rollUp.decided.score))]),
    ],
    roles: [
      { id: "assessed-organization", title: "Assessed organization" },
      ...(signOff === undefined ? [] : [{ id: signerRole, title: "Signed off by" }]),
    ],
    parties: [
      { uuid: party, type: "organization", name: oneLine(company.name) },
      ...(signOff === undefined
        ? []
        : [{ uuid: uuidOf(signOff.author.id, "party"), type: "person", name: oneLine(signOff.author.name) }]),
    ],
    "responsible-parties": [{ "role-id": "assessed-organization", "party-uuids": [party] }],
  };
}

function toBackMatter({ review, framework, control, documents }: ReportHead, signature: ContentSignature) {
  return {
    resources: [
      {
        uuid: uuidOf(review.id, "plan"),
        title: oneLine(`${framework.name} ${framework.version}: ${control.name}`),
        description: "What the documents were assessed against.",
        props: [prop("framework", framework.code), prop("control", control.code)],
      },
      {
        uuid: uuidOf(review.id, "signature"),
        title: "Signature",
        description: signature.statement,
        props: [
          prop("content-sha256", signature.contentSha256),
          prop("signature-ed25519", signature.signature),
          prop("key-id", signature.keyId),
        ],
        remarks: signature.publicKey,
      },
      ...documents.flatMap(({ id, fileName, files }) => [
        { uuid: uuidOf(id, "document"), title: oneLine(fileName), props: [prop("document-id", id)] },
        ...files.map((file) => ({
          uuid: uuidOf(file.id, "file"),
          title: oneLine(file.displayName),
          ...(file.sha256 !== undefined && {
            rlinks: [
              {
                href: encodeURIComponent(file.displayName),
                hashes: [{ algorithm: "SHA-256", value: file.sha256 }],
              },
            ],
          }),
        })),
      ]),
    ],
  };
}
