import { type Static, Type } from "typebox";
import { loadFramework } from "../catalogue/load-framework.ts";
import { toOscalCatalog } from "../catalogue/oscal-export.ts";
import { type ChecklistPlace, warningKinds } from "../checklists/checklist-issue.ts";
import { writeTemplate } from "../checklists/checklist-template.ts";
import { previewChecklist, readImportable } from "../checklists/preview-checklist.ts";
import { readStoredControl } from "../checklists/read-stored-control.ts";
import { writeChecklist } from "../checklists/write-checklist.ts";
import { AppError } from "../platform/app-error.ts";
import { adminContext } from "./access.ts";
import { loadedBody, previewedChanges, toLoadedBody } from "./admin-catalogue.ts";
import { attachment } from "./content-disposition.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { choiceOf, closed, id, named, nameText, nullable, pathId, responses } from "./wire.ts";

/** A checklist with a thousand requirements has 200 KiB. */
const maxFileBytes = 8 * 1024 * 1024;
const maxBase64 = Math.ceil(maxFileBytes / 3) * 4;

/** More than anyone reads in one go. */
const maxListed = 1000;

const fileBody = Type.Object(
  {
    fileName: nameText("Names the control of a file that does not name it."),
    data: Type.String({
      minLength: 1,
      maxLength: maxBase64,
      description: `The XLSX or CSV file in base64; at most ${maxFileBytes / 1024 ** 2} MiB.`,
    }),
  },
  closed,
);

const place = {
  sheet: Type.String({ description: "Empty for a CSV file, and for the file as a whole." }),
  row: nullable(Type.Integer({ description: "From 1, as the spreadsheet numbers it." })),
  column: nullable(Type.String({ description: "Letter and heading, such as F (Weight)." })),
  message: Type.String({ description: "What is wrong." }),
  advice: Type.String({ description: "What to do about it." }),
};

const previewBody = named(
  "ChecklistPreview",
  Type.Object({
    problems: Type.Array(named("ChecklistProblem", Type.Object(place)), {
      description: "What keeps the file from being imported; the members about changes are then absent.",
    }),
    problemCount: Type.Integer(),
    warnings: Type.Array(
      named(
        "ChecklistWarning",
        Type.Object({
          kind: named(
            "ChecklistWarningKind",
            Type.Enum(warningKinds, {
              description:
                "bundled: a criterion asks for several things; undecidable: it leaves open when it is met; duplicate: another one says nearly the same; drafted: criteria were made from the requirement; ignored: something is not read.",
            }),
          ),
          ...place,
        }),
      ),
    ),
    warningCount: Type.Integer(),
    ...previewedChanges,
  }),
);

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const binary = { schema: { type: "string", format: "binary" } };

function readFileBody({ fileName, data }: Static<typeof fileBody>): { fileName: string; bytes: Buffer } {
  const bytes = Buffer.from(data, "base64");
  if (bytes.length === 0 || bytes.toString("base64").replaceAll("=", "") !== data.replaceAll("=", ""))
    throw new AppError("invalid_request", "data must be an XLSX or CSV file in base64.");
  return { fileName, bytes };
}

const toIssueBody = <Issue extends ChecklistPlace>({ row, column, ...issue }: Issue) => ({
  ...issue,
  row: row ?? null,
  column: column ?? null,
});

/** Controls as spreadsheets: a person fills one in, and the service makes a framework with one control of it. */
export function adminChecklistRoutes(app: Routes, deps: RouteDeps): void {
  const config = { access: "admin" } as const;
  const tags = ["Administration"];
  const bodyLimit = maxBase64 + 4096;

  app.post(
    "/v1/admin/checklists/preview",
    {
      config: { ...config, changesNothing: true },
      bodyLimit,
      schema: {
        operationId: "previewChecklist",
        tags,
        summary: "Preview a checklist and what importing it would change",
        description:
          "Changes nothing. Names every problem and every warning with its sheet, row and column. docs/checklists.md describes the columns.",
        body: fileBody,
        response: responses(200, previewBody, 400, 401, 403, 413, 415),
      },
    },
    // Not through `once`: the operation changes nothing.
    async (request) => {
      const { problems, warnings, changes } = await previewChecklist(deps, readFileBody(request.body));
      return {
        ...changes,
        ...{ problems: problems.slice(0, maxListed).map(toIssueBody), problemCount: problems.length },
        ...{ warnings: warnings.slice(0, maxListed).map(toIssueBody), warningCount: warnings.length },
      };
    },
  );

  app.post(
    "/v1/admin/checklists",
    {
      config,
      bodyLimit,
      schema: {
        operationId: "importChecklist",
        tags,
        summary: "Import a control from an XLSX or CSV file",
        description:
          "Makes a framework with one control. Importing a changed file with the same codes adds revisions to its items by their references; items that are missing from it become obsolete.",
        body: fileBody,
        response: responses(201, loadedBody, ...([400, 401, 403, 409, 413, 415, 422] as const)),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const document = await readImportable(deps, readFileBody(request.body));
        const changes = await loadFramework({ ...deps, db }, adminContext(request), document, "imported");
        return { statusCode: 201, body: toLoadedBody(document.id, changes) };
      }),
  );

  app.get(
    "/v1/admin/checklists/template",
    {
      config,
      schema: {
        operationId: "getChecklistTemplate",
        tags,
        summary: "Download a workbook to fill in",
        querystring: Type.Object({
          example: Type.Optional(
            Type.String({
              contentSchema: { type: "boolean" },
              description: "true: with an example, which can be imported as it is.",
            }),
          ),
        }),
        response: responses(
          200,
          Type.Unsafe<Buffer>({ description: "The workbook.", content: { [workbookType]: binary } }),
          ...([400, 401, 403] as const),
        ),
      },
    },
    async (request, reply) => {
      const { example } = request.query;
      if (example !== undefined && example !== "true" && example !== "false")
        throw new AppError("invalid_request", "example must be true or false.");
      reply.header("content-disposition", attachment(`checklist${example === "true" ? " example" : ""}`, ".xlsx"));
      return reply.type(workbookType).send(writeTemplate(example === "true"));
    },
  );

  app.get(
    "/v1/admin/controls/:controlId/export",
    {
      config,
      schema: {
        operationId: "exportControl",
        tags,
        summary: "Download a control as a checklist or an OSCAL catalog",
        description: "Importing the checklist again gives the same control.",
        params: Type.Object({ controlId: id() }),
        querystring: Type.Object({
          format: Type.Optional(choiceOf(exportFormats, "ControlFormat", "xlsx or oscal. Default: xlsx.")),
        }),
        response: responses(
          200,
          Type.Unsafe<Buffer>({
            description: "The file, named after the control.",
            content: { [workbookType]: binary, "application/json": { schema: { type: "object" } } },
          }),
          ...([400, 401, 403, 404, 422] as const),
        ),
      },
    },
    async (request, reply) => {
      const { format = "xlsx" } = request.query;
      if (!exportFormats.some((one) => one === format))
        throw new AppError("invalid_request", `format must be one of ${exportFormats.join(", ")}.`);
      const document = await readStoredControl(deps.db, pathId(request.params.controlId, "control"));
      const [control] = document.controls;
      if (format === "xlsx" || control === undefined) {
        reply.header("content-disposition", attachment(control?.code ?? "", ".xlsx"));
        return reply.type(workbookType).send(writeChecklist(document));
      }
      reply.header("content-disposition", attachment(control.code, " oscal.json"));
      return reply.type("application/json").send(JSON.stringify(toOscalCatalog(document, control), undefined, 2));
    },
  );
}

const exportFormats = ["xlsx", "oscal"] as const;
