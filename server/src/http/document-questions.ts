import { type Static, Type } from "typebox";
import { type OwnerAnswer, type OwnerQuestion, ownerAnswers } from "../documents/owner-question.ts";
import { answerQuestion } from "../reviews/answer-question.ts";
import { companyContext } from "./access.ts";
import { languageQuery, readLanguage } from "./language-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { closed, dateTime, id, named, nullable, pathId, responses } from "./wire.ts";

const answerOrNull = (description: string) =>
  Type.Unsafe<OwnerAnswer | null>({ type: ["string", "null"], enum: [...ownerAnswers, null], description });

export const questionBody = named(
  "OwnerQuestion",
  Type.Object({
    controlItemId: id(),
    controlItemExternalId: Type.String(),
    controlItemName: Type.String(),
    key: Type.String({ description: "Names the question within its item." }),
    question: Type.String(),
    answer: answerOrNull("null until answered."),
    comment: nullable(Type.String()),
    answeredAt: nullable(dateTime()),
  }),
);

export function toQuestionBody({ answered, ...question }: OwnerQuestion): Static<typeof questionBody> {
  return {
    ...question,
    answer: answered?.answer ?? null,
    comment: answered?.comment ?? null,
    answeredAt: answered?.answeredAt.toISOString() ?? null,
  };
}

export function documentQuestionRoutes(app: Routes, deps: RouteDeps): void {
  app.put(
    "/v1/documents/:documentId/questions/:controlItemId/:questionKey",
    {
      config: { access: "company" },
      schema: {
        operationId: "answerQuestion",
        tags: ["Documents"],
        summary: "Answer a question that no document can answer",
        description: "Replaces an earlier answer. Answers are listed in questions of the result and change no score.",
        params: Type.Object({ documentId: id(), controlItemId: id(), questionKey: Type.String() }),
        querystring: Type.Object(languageQuery),
        body: Type.Object(
          {
            answer: answerOrNull("null withdraws the answer."),
            comment: Type.Optional(
              nullable(Type.String({ maxLength: 2000, description: "For whoever reads the answer." })),
            ),
          },
          closed,
        ),
        response: responses(200, questionBody, 400, 401, 403, 404, 409, 413, 415, 422),
      },
    },
    async (request) => {
      const { documentId, controlItemId, questionKey: key } = request.params;
      const { answer, comment = null } = request.body;
      const question = {
        documentId: pathId(documentId, "document"),
        controlItemId: pathId(controlItemId, "question"),
        key,
      };
      const given = answer === null ? undefined : { answer, comment: comment === "" ? null : comment };
      const language = readLanguage(request.query.language);
      return toQuestionBody(await answerQuestion(deps, companyContext(request), question, given, language));
    },
  );
}
