import { type Static, Type } from "typebox";
import { archiveCluster, type FrameworkChanges, markItemObsolete } from "../catalogue/catalogue.ts";
import { checkFramework } from "../catalogue/check-framework.ts";
import { loadFramework } from "../catalogue/load-framework.ts";
import { fromOscal, isOscal } from "../catalogue/oscal-import.ts";
import { previewFramework } from "../catalogue/preview-framework.ts";
import type { Id } from "../platform/ids.ts";
import { adminContext } from "./access.ts";
import { clusterBody, frameworkBody, itemBody, toClusterBody, toFrameworkBody, toItemBody } from "./catalogue.ts";
import { once } from "./idempotency.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, id, named, pathId, responses } from "./wire.ts";

/** A catalogue of more than a thousand controls is a few megabytes. */
const catalogueLimitBytes = 32 * 1024 * 1024;

/** More than anyone fixes in one go. */
const maxProblems = 200;

/** Absent when there is a problem. */
export const previewedChanges = {
  framework: Type.Optional(Type.Object({ id: id(), code: Type.String(), name: Type.String(), version: Type.String() })),
  isNew: Type.Optional(Type.Boolean({ description: "The framework is not loaded yet." })),
  controlCount: Type.Optional(Type.Integer()),
  items: Type.Optional(
    Type.Array(
      Type.Object({
        id: id(),
        externalId: Type.String(),
        name: Type.String(),
        change: Type.Enum(["added", "reworded", "obsoleted"]),
      }),
      { description: "Only the items that change." },
    ),
  ),
  unchanged: Type.Optional(Type.Integer()),
};

const previewBody = named(
  "FrameworkPreview",
  Type.Object({
    problems: Type.Array(Type.String(), {
      description: "What is wrong with the file; the other members are then absent.",
    }),
    problemCount: Type.Integer(),
    ...previewedChanges,
  }),
);

export const loadedBody = Type.Object({
  frameworkId: id(),
  added: Type.Integer(),
  reworded: Type.Integer(),
  obsoleted: Type.Integer(),
  unchanged: Type.Integer(),
});

export const toLoadedBody = (frameworkId: Id, changes: FrameworkChanges): Static<typeof loadedBody> => ({
  frameworkId,
  added: changes.added.length,
  reworded: changes.reworded.length,
  obsoleted: changes.obsoleted.length,
  unchanged: changes.unchanged.length,
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
        response: responses(200, Type.Object({ frameworks: Type.Array(frameworkBody) }), 401, 403),
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
          "Items missing from a new version become obsolete. Existing results keep the texts they were judged by.",
        body: Type.Object(
          {},
          { description: "A framework in the catalogue's format, or an OSCAL catalog (JSON, 1.1 or later)." },
        ),
        response: responses(201, loadedBody, ...([400, 401, 403, 409, 413, 415, 422] as const)),
      },
    },
    (request, reply) =>
      once(deps, request, reply, async (db) => {
        const document = checkFramework(isOscal(request.body) ? fromOscal(request.body) : request.body);
        const changes = await loadFramework({ ...deps, db }, adminContext(request), document, "imported");
        return { statusCode: 201, body: toLoadedBody(document.id, changes) };
      }),
  );

  app.post(
    "/v1/admin/frameworks/preview",
    {
      config: { ...config, changesNothing: true },
      bodyLimit: catalogueLimitBytes,
      schema: {
        operationId: "previewFramework",
        tags,
        summary: "Preview what adding a framework would change",
        description: "Changes nothing. Reports all problems of the file at once.",
        body: Type.Object(
          {},
          { description: "A framework in the catalogue's format, or an OSCAL catalog (JSON, 1.1 or later)." },
        ),
        response: responses(200, previewBody, 400, 401, 403, 413, 415),
      },
    },
    // Not through `once`: the operation changes nothing.
    async (request) => {
      const preview = await previewFramework(deps.db, request.body);
      return preview.problems.length > 0
        ? { problems: preview.problems.slice(0, maxProblems), problemCount: preview.problems.length }
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
        summary: "Archive or restore a cluster",
        params: Type.Object({ clusterId: id() }),
        body: Type.Object({ isArchived: Type.Boolean() }, closed),
        response: responses(
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
        summary: "Mark a control item obsolete, or restore it",
        params: Type.Object({ controlItemId: id() }),
        body: Type.Object({ isObsolete: Type.Boolean() }, closed),
        response: responses(200, itemBody, 400, 401, 403, 404, 413, 415),
      },
    },
    async (request) => {
      const itemId = pathId(request.params.controlItemId, "control item");
      return toItemBody(await markItemObsolete(deps, adminContext(request), itemId, request.body.isObsolete));
    },
  );
}
