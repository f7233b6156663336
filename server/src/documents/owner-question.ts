import type { Id } from "../platform/ids.ts";

export const ownerAnswers = ["yes", "no", "not_applicable"] as const;
export type OwnerAnswer = (typeof ownerAnswers)[number];

export interface AnswerToQuestion {
  answer: OwnerAnswer;
  comment: string | null;
  answeredAt: Date;
}

/** What no document can answer: asked of its owner, and never scored. */
export interface OwnerQuestion {
  controlItemId: Id;
  controlItemExternalId: string;
  controlItemName: string;
  /** Names the question within its item. */
  key: string;
  question: string;
  answered: AnswerToQuestion | undefined;
}

export interface QuestionOfItem {
  documentId: Id;
  controlItemId: Id;
  key: string;
}

export interface OwnerQuestionStore {
  /** Of the items that apply to the document, in the catalogue's order and in this language. */
  list(documentId: Id, language: string): Promise<OwnerQuestion[]>;
  saveAnswer(of: QuestionOfItem, answer: AnswerToQuestion): Promise<void>;
  withdrawAnswer(of: QuestionOfItem): Promise<void>;
}
