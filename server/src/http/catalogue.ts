import { Type } from "typebox";
import { type Cluster, type ControlItem, type Framework, getControl } from "../catalogue/catalogue.ts";
import { keyHolder } from "./access.ts";
import { byIdOrCode } from "./control-query.ts";
import { languageQuery, readLanguage } from "./language-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { id, named, responses } from "./wire.ts";

const controlBody = named(
  "Control",
  Type.Object({
    id: id(),
    name: Type.String(),
    code: Type.String(),
    description: Type.String(),
    documentsCount: named(
      "DocumentsCount",
      Type.Enum(["each", "together"], {
        description: "Whether the documents of a review are judged each for itself or together.",
      }),
    ),
    itemCount: Type.Integer({ description: "Number of items of a submission that selects none." }),
  }),
);
export const frameworkBody = named(
  "Framework",
  Type.Object({
    id: id(),
    name: Type.String(),
    code: Type.String(),
    version: Type.String(),
    controls: Type.Array(controlBody),
  }),
);
export const clusterBody = named("ControlCluster", Type.Object({ id: id(), name: Type.String(), code: Type.String() }));
export const itemBody = named(
  "ControlItem",
  Type.Object({
    id: id(),
    externalId: Type.String({ description: "The article, clause or section." }),
    name: Type.String(),
    objective: Type.String({ description: "The requirement in one sentence." }),
    clusterId: id(),
    isObsolete: Type.Boolean(),
  }),
);

export function toFrameworkBody({ id, name, code, version, controls }: Framework) {
  return { id, name, code, version, controls: controls.map(({ frameworkId, ...control }) => control) };
}

export function toClusterBody({ id, name, code }: Cluster) {
  return { id, name, code };
}

export function toItemBody({ controlId, ...item }: ControlItem) {
  return item;
}

export function catalogueRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/compliance-frameworks",
    {
      config: { access: "either" },
      schema: {
        operationId: "listComplianceFrameworks",
        tags: ["Catalogue"],
        summary: "List the frameworks and controls that may be referenced",
        querystring: Type.Object(languageQuery),
        response: responses(200, Type.Object({ frameworks: Type.Array(frameworkBody) }), 400, 401, 403, 422),
      },
    },
    async (request) => {
      const language = readLanguage(request.query.language);
      const frameworks = await deps.db.catalogue.listFrameworks(keyHolder(request).partnerId, language);
      return { frameworks: frameworks.map(toFrameworkBody) };
    },
  );

  app.get(
    "/v1/controls/clusters",
    {
      config: { access: "either" },
      schema: {
        operationId: "listControlClusters",
        tags: ["Catalogue"],
        summary: "List the clusters of a control",
        querystring: Type.Object({ controlId: id(`The control, ${byIdOrCode}.`), ...languageQuery }),
        response: responses(
          200,
          Type.Object({ activeClusters: Type.Array(clusterBody), archivedClusters: Type.Array(clusterBody) }),
          ...([400, 401, 403, 404, 422] as const),
        ),
      },
    },
    async (request) => {
      const language = readLanguage(request.query.language);
      const control = await getControl(deps.db, keyHolder(request).partnerId, request.query.controlId);
      const clusters = await deps.db.catalogue.listClusters(control.id, language);
      return {
        activeClusters: clusters.filter((cluster) => !cluster.isArchived).map(toClusterBody),
        archivedClusters: clusters.filter((cluster) => cluster.isArchived).map(toClusterBody),
      };
    },
  );

  app.get(
    "/v1/controls/:controlId/items",
    {
      config: { access: "either" },
      schema: {
        operationId: "listControlItems",
        tags: ["Catalogue"],
        summary: "List the items of a control",
        params: Type.Object({ controlId: id(`The control, ${byIdOrCode}.`) }),
        querystring: Type.Object(languageQuery),
        response: responses(200, Type.Object({ items: Type.Array(itemBody) }), 400, 401, 403, 404, 422),
      },
    },
    async (request) => {
      const language = readLanguage(request.query.language);
      const control = await getControl(deps.db, keyHolder(request).partnerId, request.params.controlId);
      return { items: (await deps.db.catalogue.listItems(control.id, language)).map(toItemBody) };
    },
  );
}
