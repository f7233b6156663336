import type { AuditContext, CompanyActor } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import { type DocumentStore, getDocument } from "../documents/document.ts";
import type { OwnerAnswer, OwnerQuestion, OwnerQuestionStore, QuestionOfItem } from "../documents/owner-question.ts";
import { refuseSignedOff, type SignOffStore } from "../documents/sign-off.ts";
import { notFound } from "../platform/app-error.ts";
import type { Transactional } from "../platform/transactional.ts";

interface AnswerDeps extends AuditDeps {
  db: Transactional<{
    documents: Pick<DocumentStore, "find">;
    questions: OwnerQuestionStore;
    signOffs: SignOffStore;
    audit: AuditLog;
  }>;
}

/** Replaces an earlier answer; undefined withdraws it. */
export async function answerQuestion(
  deps: AnswerDeps,
  context: AuditContext<CompanyActor>,
  of: QuestionOfItem,
  given: { answer: OwnerAnswer; comment: string | null } | undefined,
  language: string | undefined,
): Promise<OwnerQuestion> {
  return deps.db.transaction(async ({ documents, questions, signOffs, audit }) => {
    const document = await getDocument({ documents }, context.actor.companyId, of.documentId);
    const asked = await questions.list(document.id, language ?? document.auditLanguage);
    const question = asked.find(({ controlItemId, key }) => controlItemId === of.controlItemId && key === of.key);
    if (question === undefined) throw notFound("question");
    await refuseSignedOff(signOffs, document.reviewId);
    const answered = given && { ...given, answeredAt: deps.clock.now() };
    if (answered === undefined) await questions.withdrawAnswer(of);
    else await questions.saveAnswer(of, answered);
    // The log outlives the data, so it has neither the answer nor the comment.
    await recordAuditEntry(deps, audit, context, "document.question_answered", document.id, {
      controlItemId: of.controlItemId,
      question: of.key,
      isWithdrawn: answered === undefined,
    });
    return { ...question, answered };
  });
}
