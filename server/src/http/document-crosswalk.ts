import { Type } from "typebox";
import { loadCrosswalk } from "../catalogue/crosswalk.ts";
import { proposeControls } from "../reviews/propose-controls.ts";
import { companyContext, keyHolder } from "./access.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { id, named, pathId, responses } from "./wire.ts";

const count = (description: string) => Type.Integer({ minimum: 0, description });

const proposedControl = named(
  "ProposedControl",
  Type.Object({
    controlId: id("For judgeDocumentAgain."),
    code: Type.String(),
    name: Type.String(),
    servedCount: count("Criteria of the control that ask the same as one that the document meets."),
    partlyServedCount: count("Criteria of which the document meets a part at least, besides those that it serves."),
    criterionCount: count("All criteria of the control."),
  }),
);

export function documentCrosswalkRoutes(app: Routes, deps: RouteDeps): void {
  const crosswalk = loadCrosswalk();

  app.get(
    "/v1/documents/:documentId/crosswalk",
    {
      config: { access: "company" },
      schema: {
        operationId: "getDocumentCrosswalk",
        tags: ["Documents"],
        summary: "Propose other controls that a document serves already",
        description:
          "The criteria that the document meets are linked to criteria of other controls that ask the same thing. The control that is served most comes first; only controls that may be referenced are proposed. A document that is not judged yet serves none. Nothing is judged until it is asked for with judgeDocumentAgain.",
        params: Type.Object({ documentId: id() }),
        response: responses(
          200,
          Type.Object({
            documentId: id(),
            metCount: count("Criteria that the document meets."),
            controls: Type.Array(proposedControl),
          }),
          401,
          403,
          404,
        ),
      },
    },
    async (request) => {
      const { companyId } = companyContext(request).actor;
      const { partnerId } = keyHolder(request);
      const documentId = pathId(request.params.documentId, "document");
      const { documents, crosswalk: links } = deps.db;
      const proposed = await proposeControls({ crosswalk, documents, links }, { companyId, partnerId }, documentId);
      return { documentId, ...proposed };
    },
  );
}
