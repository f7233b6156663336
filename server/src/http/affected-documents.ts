import { type Static, Type } from "typebox";
import { getAnyControl, getControl } from "../catalogue/catalogue.ts";
import type { Id } from "../platform/ids.ts";
import { toPageRequest } from "../platform/page.ts";
import { type BulkProgress, judgeAffected, maxAffectedCount } from "../submissions/bulk-judgement.ts";
import { adminContext, companyContext } from "./access.ts";
import { byIdOrCode } from "./control-query.ts";
import { documentBody, toDocumentBody } from "./document-body.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { dateTime, id, named, nextCursor, nullable, pageQuery, responses, toIsoOrNull, toListBody } from "./wire.ts";

const bulkJudgementBody = named(
  "BulkJudgement",
  Type.Object({
    id: id(),
    controlId: id(),
    status: Type.Enum(["running", "completed"]),
    documentCount: Type.Integer({ description: "Documents to judge again." }),
    waitingCount: Type.Integer({ description: "Of those, documents that wait for analysis or are being analysed." }),
    judgedCount: Type.Integer(),
    failedCount: Type.Integer(),
    skippedCount: Type.Integer({
      description: "Documents that cannot be judged again, for example because their files were erased.",
    }),
    createdAt: dateTime(),
    endedAt: nullable(dateTime()),
  }),
);

function toBulkJudgementBody(controlId: Id, progress: BulkProgress): Static<typeof bulkJudgementBody> {
  const { requestedAt, endedAt, ...counts } = progress;
  return {
    ...{ ...counts, controlId },
    status: endedAt === undefined ? "running" : "completed",
    createdAt: requestedAt.toISOString(),
    endedAt: toIsoOrNull(endedAt),
  };
}

const affectedCount = Type.Integer({
  description: `Documents that the newest revision of the control affects. Counting stops at ${maxAffectedCount}: that value means so many or more.`,
});
const bulkJudgement = nullable(
  Type.Object(bulkJudgementBody.properties, {
    description: "The last request to judge them again, with its progress; null if there was none.",
  }),
);
const params = Type.Object({ controlId: id(`The control, ${byIdOrCode}.`) });
const querystring = Type.Object(pageQuery);
const body = Type.Object({}, { additionalProperties: false });
const refusals = [400, 401, 403, 404, 409, 413, 415, 422] as const;

const affected =
  "Documents that count in their review and were judged by an earlier revision of an item, or by all items of a control that has gained some since, newest first.";
const judging =
  "The files of every affected document are judged again as a new version, after everything that is submitted; the earlier results stay readable. It does not count as submissions. While a request is being worked on, another one returns it.";

/** What a new revision of a control affects, and judging it again in bulk. */
export function affectedDocumentRoutes(app: Routes, deps: RouteDeps): void {
  const { bulkJudgements } = deps.db;
  const readSummary = async (controlId: Id, companyId?: Id) => {
    const scope = { controlId, ...(companyId !== undefined && { companyId }) };
    const [count, latest] = await Promise.all([bulkJudgements.countAffected(scope), bulkJudgements.findLatest(scope)]);
    return {
      affectedCount: count,
      bulkJudgement: latest === undefined ? null : toBulkJudgementBody(controlId, latest),
    };
  };

  app.get(
    "/v1/controls/:controlId/affected-documents",
    {
      config: { access: "company" },
      schema: {
        operationId: "listAffectedDocuments",
        tags: ["Documents"],
        summary: "List the documents that the newest revision of a control affects",
        description: affected,
        ...{ params, querystring },
        response: responses(
          200,
          Type.Object({ affectedCount, bulkJudgement, documents: Type.Array(documentBody), nextCursor }),
          ...([400, 401, 403, 404] as const),
        ),
      },
    },
    async (request) => {
      const { companyId, partnerId } = companyContext(request).actor;
      const control = await getControl(deps.db, partnerId, request.params.controlId);
      const page = toPageRequest(request.query);
      const [list, summary] = await Promise.all([
        bulkJudgements.listAffected(control.id, companyId, page),
        readSummary(control.id, companyId),
      ]);
      return { ...summary, ...toListBody("documents", list, toDocumentBody) };
    },
  );

  app.post(
    "/v1/controls/:controlId/judgements",
    {
      config: { access: "company", isBodyOptional: true },
      schema: {
        operationId: "judgeAffectedDocuments",
        tags: ["Documents"],
        summary: "Judge again the documents that the newest revision of a control affects",
        description: judging,
        ...{ params, body, response: responses(202, bulkJudgementBody, ...refusals) },
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const context = companyContext(request);
        const { partnerId } = context.actor;
        const control = await getControl(deps.db, partnerId, request.params.controlId);
        const progress = await judgeAffected({ ...deps, db }, context, control.id);
        return { statusCode: 202, body: toBulkJudgementBody(control.id, progress) };
      }),
  );

  app.get(
    "/v1/admin/controls/:controlId/affected-documents",
    {
      config: { access: "admin" },
      schema: {
        operationId: "listEveryAffectedDocument",
        tags: ["Administration"],
        summary: "List the documents of all companies that the newest revision of a control affects",
        description: affected,
        ...{ params, querystring },
        response: responses(
          200,
          Type.Object({
            ...{ affectedCount, bulkJudgement },
            documents: Type.Array(
              Type.Object({
                documentId: id(),
                companyId: id(),
                companyName: Type.String(),
                fileName: Type.String(),
                createdAt: dateTime(),
              }),
            ),
            nextCursor,
          }),
          ...([400, 401, 403, 404] as const),
        ),
      },
    },
    async (request) => {
      const controlId = await getAnyControl(deps.db, request.params.controlId);
      const [list, summary] = await Promise.all([
        bulkJudgements.listEveryAffected(controlId, toPageRequest(request.query)),
        readSummary(controlId),
      ]);
      return {
        ...summary,
        ...toListBody("documents", list, ({ id: documentId, createdAt, ...document }) => ({
          ...{ documentId, ...document },
          createdAt: createdAt.toISOString(),
        })),
      };
    },
  );

  app.post(
    "/v1/admin/controls/:controlId/judgements",
    {
      config: { access: "admin", isBodyOptional: true },
      schema: {
        operationId: "judgeEveryAffectedDocument",
        tags: ["Administration"],
        summary: "Judge again the documents of all companies that the newest revision of a control affects",
        description: judging,
        ...{ params, body, response: responses(202, bulkJudgementBody, ...refusals) },
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const controlId = await getAnyControl(deps.db, request.params.controlId);
        const progress = await judgeAffected({ ...deps, db }, adminContext(request), controlId);
        return { statusCode: 202, body: toBulkJudgementBody(controlId, progress) };
      }),
  );
}
