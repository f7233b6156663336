import { Readable } from "node:stream";
import { type Static, Type } from "typebox";
import { exportLabels } from "../decisions/export-labels.ts";
import {
  type Agreement,
  type AgreementOfControl,
  measureAgreement,
  newestCounted,
} from "../decisions/measure-agreement.ts";
import { type Id, isId } from "../platform/ids.ts";
import { companyContext } from "./access.ts";
import { attachment } from "./content-disposition.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { id, nullable, responses } from "./wire.ts";

const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }));
const counts = {
  confirmed: Type.Integer({ description: "Decisions that confirm the finding." }),
  corrected: Type.Integer({ description: "Decisions for another verdict or level, or that it is not applicable." }),
};
const agreement = {
  ...counts,
  agreement: share("Confirmed of all, from 0 to 1; null without decisions."),
  low: share("Lower end of the 95 % interval (Wilson)."),
  high: share("Upper end of the 95 % interval."),
  isSmall: Type.Boolean({ description: "There are so few decisions that the share says little." }),
};
const verdictBody = Type.Object({
  found: Type.String({ description: "The engine's verdict of a criterion, or its level of an item." }),
  ...counts,
  corrections: Type.Array(Type.Object({ right: Type.String(), count: Type.Integer() }), {
    description: "What people decided instead, most frequent first.",
  }),
});
const subjectBody = Type.Object({
  controlItemId: id(),
  controlItemExternalId: Type.String(),
  controlItemName: Type.String(),
  criterionKey: nullable(Type.String({ description: "Null: the level of the item as a whole." })),
  ...agreement,
  verdicts: Type.Array(verdictBody),
});
const agreementBody = Type.Object({
  ...agreement,
  newestCounted: Type.Integer({ description: "At most so many decisions are counted, the newest." }),
  controls: Type.Array(
    Type.Object({
      controlId: id(),
      controlCode: Type.String(),
      controlName: Type.String(),
      ...agreement,
      subjects: Type.Array(subjectBody, { description: "Criteria and items, those with most corrections first." }),
    }),
  ),
});

function toAgreementBody({ confirmed, corrected, share, low, high, isSmall }: Agreement) {
  return { confirmed, corrected, agreement: share ?? null, low: low ?? null, high: high ?? null, isSmall };
}

const toControlBody = ({ controlId, controlCode, controlName, subjects, ...all }: AgreementOfControl) => ({
  ...{ controlId, controlCode, controlName, ...toAgreementBody(all) },
  subjects: subjects.map(({ controlItemId, externalId, itemName, criterionKey = null, verdicts, ...one }) => ({
    ...{ controlItemId, controlItemExternalId: externalId, controlItemName: itemName, criterionKey },
    ...{ ...toAgreementBody(one), verdicts },
  })),
});

const exportAnswer = Type.Unsafe<Buffer>({
  description: "JSON Lines: a label in each line, newest first.",
  content: { "application/jsonl": { schema: { type: "string" } } },
});
const exportDescription =
  "What people confirmed, overrode or declared not applicable, one line for each decision that counts: framework, control, externalId, key of the criterion (null for an item's level), revision, documentId, sha256 of the file, verdict or level, found (the engine's), decision, page, start and end of the passage in the page's text, reason and decidedAt. Accepted risks and decisions that were carried over are left out. Nothing is sent anywhere: whoever improves the engine gets the file from you.";

export function agreementRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/admin/agreement",
    {
      config: { access: "admin" },
      schema: {
        operationId: "getAgreement",
        tags: ["Administration"],
        summary: "Read how often people agree with the engine",
        description:
          "Of the newest decisions that are in effect, by control, criterion and verdict. People mostly decide about what needs review, which the engine is least sure of: its share of right verdicts over all is higher.",
        querystring: Type.Object({ companyId: Type.Optional(id("Only decisions of this company.")) }),
        response: responses(200, agreementBody, 400, 401, 403),
      },
    },
    async (request): Promise<Static<typeof agreementBody>> => {
      const { companyId } = request.query;
      // A malformed id has no decisions.
      const isMalformed = companyId !== undefined && !isId(companyId);
      const counted = isMalformed ? [] : await deps.db.agreement.count(companyId, newestCounted);
      const { all, controls } = measureAgreement(counted);
      return { ...toAgreementBody(all), newestCounted, controls: controls.map(toControlBody) };
    },
  );

  app.get(
    "/v1/labels/export",
    {
      config: { access: "company", requestClass: "transfers" },
      schema: {
        operationId: "exportLabels",
        tags: ["Decisions"],
        summary: "Download the company's decisions as labels",
        description: exportDescription,
        response: responses(200, exportAnswer, 401, 403),
      },
    },
    async (request, reply) => {
      const { disposition, lines } = await startExport(deps, companyContext(request).actor.companyId);
      return reply
        .type("application/jsonl")
        .header("content-disposition", disposition)
        .send(lines as never);
    },
  );

  app.get(
    "/v1/admin/labels/export",
    {
      config: { access: "admin", requestClass: "transfers" },
      schema: {
        operationId: "exportEveryLabel",
        tags: ["Administration"],
        summary: "Download the decisions of all companies as labels",
        description: exportDescription,
        response: responses(200, exportAnswer, 401, 403),
      },
    },
    async (_request, reply) => {
      const { disposition, lines } = await startExport(deps, undefined);
      return reply
        .type("application/jsonl")
        .header("content-disposition", disposition)
        .send(lines as never);
    },
  );
}

async function startExport({ db, clock }: Pick<RouteDeps, "db" | "clock">, companyId: Id | undefined) {
  const pages = exportLabels(db, companyId)[Symbol.asyncIterator]();
  // Errors at the start are raised before the response begins.
  const first = await pages.next();
  const date = clock.now().toISOString().slice(0, 10);
  async function* toLines(): AsyncGenerator<string> {
    for (let page = first; page.done !== true; page = await pages.next())
      yield page.value.map((label) => `${JSON.stringify(label)}\n`).join("");
  }
  return {
    disposition: attachment("labels", ` ${date}.jsonl`),
    lines: Readable.from(toLines(), { objectMode: false }),
  };
}
