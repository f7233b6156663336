import { Type } from "typebox";
import { archiveCluster, markItemObsolete } from "../catalogue/catalogue.ts";
import { checkFramework } from "../catalogue/check-framework.ts";
import { loadFramework } from "../catalogue/load-framework.ts";
import { fromOscal, isOscal } from "../catalogue/oscal-import.ts";
import { previewFramework } from "../catalogue/preview-framework.ts";
import { adminContext } from "./access.ts";
import { clusterBody, frameworkBody, itemBody, toClusterBody, toFrameworkBody, toItemBody } from "./catalogue.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { answers, closed, id, pathId } from "./wire.ts";

/** A catalogue of more than a thousand controls is a few megabytes. */
const catalogueLimitBytes = 32 * 1024 * 1024;

/** More than anyone mends in one go. */
const toldProblems = 200;

const previewBody = Type.Object({
  problems: Type.Array(Type.String(), { description: "What is wrong; then there is nothing else." }),
  problemCount: Type.Integer(),
  framework: Type.Optional(Type.Object({ id: id(), code: Type.String(), name: Type.String(), version: Type.String() })),
  isNew: Type.Optional(Type.Boolean({ description: "Nothing of this framework is loaded yet." })),
  controlCount: Type.Optional(Type.Integer()),
  items: Type.Optional(
    Type.Array(
      Type.Object({
        id: id(),
        externalId: Type.String(),
        name: Type.String(),
        change: Type.Enum(["added", "reworded", "obsoleted"]),
      }),
      { description: "Only those that change." },
    ),
  ),
  unchanged: Type.Optional(Type.Integer()),
});

export function adminCatalogueRoutes(app: Routes, deps: RouteDeps): void {
  const config = { access: "admin" } as const;
  const tags = ["Administration"];

  app.get(
    "/v1/admin/frameworks",
    {
      config,
      schema: {
        operationId: "listFrameworks",
        tags,
        summary: "List every framework of the catalogue",
        response: answers(200, Type.Object({ frameworks: Type.Array(frameworkBody) }), 401, 403),
      },
    },
    async () => ({ frameworks: (await deps.db.catalogue.listEveryFramework()).map(toFrameworkBody) }),
  );

  app.post(
    "/v1/admin/frameworks",
    {
      config,
      bodyLimit: catalogueLimitBytes,
      schema: {
        operationId: "loadFramework",
        tags,
        summary: "Add a framework, or a new version of one",
        description:
          "Items that are gone from a new version become obsolete; results already produced keep the texts they were made from.",
        body: Type.Object(
          {},
          { description: "A framework in the catalogue's format, or an OSCAL catalog (JSON, 1.1 or later)." },
        ),
        response: answers(
          201,
          Type.Object({
            frameworkId: id(),
            added: Type.Integer(),
            reworded: Type.Integer(),
            obsoleted: Type.Integer(),
            unchanged: Type.Integer(),
          }),
          ...([400, 401, 403, 409, 413, 415, 422] as const),
        ),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const document = checkFramework(isOscal(request.body) ? fromOscal(request.body) : request.body);
        const changes = await loadFramework({ ...deps, db }, adminContext(request), document, "imported");
        const counts = {
          added: changes.added.length,
          reworded: changes.reworded.length,
          obsoleted: changes.obsoleted.length,
          unchanged: changes.unchanged.length,
        };
        return { statusCode: 201, body: { frameworkId: document.id, ...counts } };
      }),
  );

  app.post(
    "/v1/admin/frameworks/preview",
    {
      config,
      bodyLimit: catalogueLimitBytes,
      schema: {
        operationId: "previewFramework",
        tags,
        summary: "Tell what adding a framework would change",
        description: "Nothing is changed. Whatever is wrong with the file is told all at once, as problems.",
        body: Type.Object(
          {},
          { description: "A framework in the catalogue's format, or an OSCAL catalog (JSON, 1.1 or later)." },
        ),
        response: answers(200, previewBody, 400, 401, 403, 413, 415),
      },
    },
    // Not through `once`: it changes nothing, so that doing it twice is doing it once.
    async (request) => {
      const preview = await previewFramework(deps.db, request.body);
      return preview.problems.length > 0
        ? { problems: preview.problems.slice(0, toldProblems), problemCount: preview.problems.length }
        : { ...preview, problems: [], problemCount: 0 };
    },
  );

  app.patch(
    "/v1/admin/clusters/:clusterId",
    {
      config,
      schema: {
        operationId: "archiveCluster",
        tags,
        summary: "Archive a cluster, or take it back",
        params: Type.Object({ clusterId: id() }),
        body: Type.Object({ isArchived: Type.Boolean() }, closed),
        response: answers(
          200,
          Type.Object({ ...clusterBody.properties, isArchived: Type.Boolean() }),
          400,
          401,
          403,
          404,
          413,
          415,
        ),
      },
    },
    async (request) => {
      const cluster = await archiveCluster(
        deps,
        adminContext(request),
        pathId(request.params.clusterId, "cluster"),
        request.body.isArchived,
      );
      return { ...toClusterBody(cluster), isArchived: cluster.isArchived };
    },
  );

  app.patch(
    "/v1/admin/control-items/:controlItemId",
    {
      config,
      schema: {
        operationId: "markControlItemObsolete",
        tags,
        summary: "Mark a control item obsolete, or take it back",
        params: Type.Object({ controlItemId: id() }),
        body: Type.Object({ isObsolete: Type.Boolean() }, closed),
        response: answers(200, itemBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const itemId = pathId(request.params.controlItemId, "control item");
      return toItemBody(await markItemObsolete(deps, adminContext(request), itemId, request.body.isObsolete));
    },
  );
}
