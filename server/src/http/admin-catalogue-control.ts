import { type Static, Type } from "typebox";
import { type DescribedControl, getAnyControl } from "../catalogue/catalogue.ts";
import { notFound } from "../platform/app-error.ts";
import { clusterBody, itemBody, toClusterBody } from "./catalogue.ts";
import { byIdOrCode } from "./control-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { id, named, responses } from "./wire.ts";

const criterionBody = named(
  "DescribedCriterion",
  Type.Object({
    key: Type.String(),
    statement: Type.String({ description: "One checkable statement about the document." }),
    level: named("CriterionLevel", Type.Enum(["must", "should"])),
    weight: Type.Integer({ description: "Importance within the item, from 1 to 5." }),
    phrases: Type.Array(Type.String()),
    contradictions: Type.Array(Type.String()),
  }),
);
const describedItemBody = named(
  "DescribedControlItem",
  Type.Object({
    ...itemBody.properties,
    revision: Type.Integer({ description: "Number of the wording, from 1." }),
    criteria: Type.Array(criterionBody),
    risks: Type.Array(Type.String()),
    compensatingControls: Type.Array(Type.String()),
    recommendation: Type.Object({ action: Type.String(), section: Type.String(), text: Type.String() }),
  }),
);
const describedControlBody = named(
  "DescribedControl",
  Type.Object({
    id: id(),
    frameworkId: id(),
    frameworkName: Type.String(),
    name: Type.String(),
    code: Type.String(),
    description: Type.String(),
    itemCount: Type.Integer({ description: "Number of items of a submission that selects none." }),
    source: Type.Object({ title: Type.String(), url: Type.String() }),
    documentKind: Type.String({ description: "The kind of document this control reviews." }),
    clusters: Type.Array(
      Type.Object({ ...clusterBody.properties, isArchived: Type.Boolean(), items: Type.Array(describedItemBody) }),
    ),
  }),
);

function toDescribedControlBody(control: DescribedControl): Static<typeof describedControlBody> {
  const { definition, clusters, ...rest } = control;
  return {
    ...rest,
    source: definition.source,
    documentKind: definition.expects.documentKind,
    clusters: clusters.map((cluster) => ({
      ...toClusterBody(cluster),
      isArchived: cluster.isArchived,
      items: cluster.items.map(({ controlId, definition: texts, ...item }) => ({
        ...item,
        criteria: texts.criteria.map(({ duty, quantity, ...criterion }) => criterion),
        risks: texts.risks,
        compensatingControls: texts.compensatingControls,
        recommendation: texts.recommendation,
      })),
    })),
  };
}

export function adminCatalogueControlRoutes(app: Routes, deps: RouteDeps): void {
  app.get(
    "/v1/admin/controls/:controlId",
    {
      config: { access: "admin" },
      schema: {
        operationId: "describeControl",
        tags: ["Administration"],
        summary: "Read a control with its clusters, items and criteria",
        params: Type.Object({ controlId: id(`The control, ${byIdOrCode}.`) }),
        response: responses(200, describedControlBody, 401, 403, 404),
      },
    },
    async (request) => {
      const control = await deps.db.catalogue.describeControl(await getAnyControl(deps.db, request.params.controlId));
      if (control === undefined) throw notFound("control");
      return toDescribedControlBody(control);
    },
  );
}
