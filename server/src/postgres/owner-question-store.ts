import type { AnswerToQuestion, OwnerQuestion, OwnerQuestionStore } from "../documents/owner-question.ts";
import { execute, type QueryRunner, rows, statement } from "./query.ts";

const list = statement(
  `SELECT d.control_item_id AS "controlItemId", r.definition ->> 'externalId' AS "controlItemExternalId",
          coalesce(r.definition #>> ARRAY['translations', $2, 'name'], r.name) AS "controlItemName",
          q.value ->> 'key' AS key,
          coalesce(r.definition #>> ARRAY['translations', $2, 'askOwner', q.value ->> 'key'], q.value ->> 'question') AS question,
          a.answer, a.comment, a.answered_at AS "answeredAt"
     FROM document_items d
     JOIN control_item_revisions r ON r.control_item_id = d.control_item_id AND r.revision = d.revision
    CROSS JOIN LATERAL jsonb_array_elements(r.definition -> 'askOwner') WITH ORDINALITY AS q (value, place)
     LEFT JOIN document_answers a ON a.document_id = d.document_id AND a.control_item_id = d.control_item_id
          AND a.question_key = q.value ->> 'key'
    WHERE d.document_id = $1 AND d.applies ORDER BY d.position, q.place`,
);
const saveAnswer = statement(
  `INSERT INTO document_answers (document_id, control_item_id, question_key, answer, comment, answered_at)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (document_id, control_item_id, question_key) DO UPDATE SET answer = $4, comment = $5, answered_at = $6`,
);
const withdrawAnswer = statement(
  "DELETE FROM document_answers WHERE document_id = $1 AND control_item_id = $2 AND question_key = $3",
);

type QuestionRow = Omit<OwnerQuestion, "answered"> & {
  answer: AnswerToQuestion["answer"] | null;
  comment: string | null;
  answeredAt: Date | null;
};

export function ownerQuestionStore(run: QueryRunner): OwnerQuestionStore {
  return {
    async list(documentId, language) {
      const found = await rows<QuestionRow>(run, list, [documentId, language]);
      return found.map(({ answer, comment, answeredAt, ...question }) => ({
        ...question,
        answered: answer === null || answeredAt === null ? undefined : { answer, comment, answeredAt },
      }));
    },
    saveAnswer: ({ documentId, controlItemId, key }, { answer, comment, answeredAt }) =>
      execute(run, saveAnswer, [documentId, controlItemId, key, answer, comment, answeredAt]),
    withdrawAnswer: ({ documentId, controlItemId, key }) =>
      execute(run, withdrawAnswer, [documentId, controlItemId, key]),
  };
}
