import type { CompanyActor } from "../audit/audit-context.ts";
import { type CatalogueStore, type Control, findControl } from "../catalogue/catalogue.ts";
import { type DocumentsCount, documentsCounts } from "../catalogue/catalogue-format.ts";
import { checkFacts, type GivenFacts } from "../catalogue/check-facts.ts";
import { parseIdList, selectItems } from "../catalogue/selection.ts";
import { type AuditLanguage, auditLanguages, type Document, type DocumentStore } from "../documents/document.ts";
import { checkDates, type DocumentDates, dateFields, readDay } from "../documents/document-dates.ts";
import { refuseSignedOff, type SignOffStore } from "../documents/sign-off.ts";
import { AppError, notFound } from "../platform/app-error.ts";
import { hasDirectionControl } from "../platform/direction-controls.ts";
import { type ReferenceStore, readReference, refuseTakenReference } from "../platform/external-reference.ts";
import { type Id, isId } from "../platform/ids.ts";
import { getReview, type ReviewStore } from "../reviews/review.ts";
import { type BusinessEntity, type BusinessEntityStore, getEntity } from "../tenancy/business-entity.ts";

/** The fields of a submission, on either route. */
export interface SubmissionForm {
  complianceReviewId?: string | undefined;
  businessEntityId?: string | undefined;
  complianceFrameworkId?: string | undefined;
  controlId?: string | undefined;
  selectedControlItemIds?: string | undefined;
  selectedControlClusterIds?: string | undefined;
  auditLanguageId?: string | undefined;
  subject?: string | undefined;
  externalReference?: string | undefined;
  supersedes?: string | undefined;
  documentsCount?: string | undefined;
  effectiveFrom?: string | undefined;
  validUntil?: string | undefined;
  reviewBy?: string | undefined;
  facts?: GivenFacts | undefined;
}

/** A validated submission. Plain data: a chunked upload stores it until its bytes have arrived. */
export interface Submission {
  /** The review to append to, or the fields of a new one. */
  review: { id: Id } | { businessEntityId: Id; frameworkId: Id; controlId: Id; name: string; scope: string };
  controlItemIds: Id[];
  auditLanguage: AuditLanguage;
  subject?: string | undefined;
  externalReference?: string | undefined;
  /** If it differs from the control's. */
  documentsCount?: DocumentsCount | undefined;
  dates?: DocumentDates;
  /** Of a document that is a new version of another. */
  version?: { supersedes: Id; firstVersionId: Id };
  /** To be stored with the entity when the submission is accepted. */
  facts?: { businessEntityId: Id; patch: GivenFacts };
}

/** Whose documents, by the part of the catalogue that its partner may use. */
export type Submitter = Pick<CompanyActor, "companyId" | "partnerId">;

interface PlanDeps {
  reviews: Pick<ReviewStore, "find">;
  entities: Pick<BusinessEntityStore, "find">;
  documents: Pick<DocumentStore, "find">;
  signOffs: Pick<SignOffStore, "findHeld">;
  references: Pick<ReferenceStore, "find">;
  catalogue: Pick<
    CatalogueStore,
    "findControl" | "listFrameworks" | "listClusters" | "listSelectable" | "listConditions"
  >;
}

/** Validates a submission for both routes: mode, control, whitelist, items and language. */
export async function planSubmission(
  { reviews, entities, documents, signOffs, references, catalogue }: PlanDeps,
  actor: Submitter,
  form: SubmissionForm,
  options: { isFrameworkRequired: boolean; now: Date },
): Promise<Submission> {
  const mode = readMode(form, options.isFrameworkRequired);
  const selection = {
    clusterIds: parseIdList("selectedControlClusterIds", form.selectedControlClusterIds),
    itemIds: parseIdList("selectedControlItemIds", form.selectedControlItemIds),
  };
  const auditLanguage = readLanguage(form.auditLanguageId);
  const subject = readSubject(form.subject);
  const documentsCount = readDocumentsCount(form.documentsCount);
  const dates = readDates(form);
  const externalReference = readReference(form.externalReference);

  const target = await resolve();
  refuseArchived(target.entity);
  const previous = form.supersedes === undefined ? undefined : await findPrevious(form.supersedes);
  const [clusters, items] = await Promise.all([
    catalogue.listClusters(target.control.id),
    catalogue.listSelectable(target.control.id, selection),
  ]);
  const controlItemIds = selectItems(items, clusters, selection);
  if (controlItemIds.length === 0)
    throw new AppError("unprocessable", "The selection contains no control item to analyse.");
  // Once more when the document is created, as with the review's sign-off.
  if (externalReference !== undefined)
    await refuseTakenReference(references.find, {
      ...{ kind: "document", ownerId: actor.companyId, reference: externalReference },
    });
  await checkFacts({ catalogue }, actor.partnerId, form.facts);
  const isStated = Object.keys(form.facts ?? {}).length > 0;
  return {
    ...{ review: target.review, controlItemIds, auditLanguage, subject: subject ?? previous?.subject },
    ...(externalReference !== undefined && { externalReference }),
    ...{ documentsCount: documentsCount ?? previous?.documentsCount, dates },
    ...(previous !== undefined && {
      version: { supersedes: previous.id, firstVersionId: previous.firstVersionId ?? previous.id },
    }),
    ...(form.facts !== undefined && isStated && { facts: { businessEntityId: target.entity.id, patch: form.facts } }),
  };

  async function resolve(): Promise<{ review: Submission["review"]; control: Control; entity: BusinessEntity }> {
    if ("reviewId" in mode) {
      const review = await getReview({ reviews }, actor.companyId, toId(mode.reviewId, "compliance review"));
      const control = await getAllowedControl(review.controlId);
      if (form.controlId !== undefined && form.controlId !== control.id && form.controlId !== control.code)
        throw differs("controlId");
      if (form.complianceFrameworkId !== undefined && form.complianceFrameworkId !== review.frameworkId)
        throw differs("complianceFrameworkId");
      // Once more when the document is created: the review may be signed off until its bytes have arrived.
      await refuseSignedOff(signOffs, review.id);
      return {
        review: { id: review.id },
        control,
        entity: await getEntity({ entities }, actor.companyId, review.businessEntityId),
      };
    }
    const entity = await getEntity({ entities }, actor.companyId, toId(mode.businessEntityId, "business entity"));
    const control = await getAllowedControl(mode.controlId);
    if (form.complianceFrameworkId !== undefined && form.complianceFrameworkId !== control.frameworkId) {
      throw new AppError("unprocessable", "controlId is not a control of complianceFrameworkId.");
    }
    const name = `${control.name} ${options.now.toISOString().slice(0, 10)}`;
    const review = {
      businessEntityId: entity.id,
      frameworkId: control.frameworkId,
      controlId: control.id,
      name,
      scope: entity.name,
    };
    return { review, control, entity };
  }

  async function findPrevious(id: string): Promise<Document> {
    const previous = isId(id) ? await documents.find(actor.companyId, id) : undefined;
    if (previous === undefined || !("id" in target.review) || previous.reviewId !== target.review.id)
      throw new AppError("unprocessable", "supersedes names no document of the review in complianceReviewId.");
    return previous;
  }

  /** "a framework or control that is not whitelisted for the partner" is 422 here. */
  async function getAllowedControl(id: string): Promise<Control> {
    const control = await findControl({ catalogue }, actor.partnerId, id);
    if (control === undefined) {
      const frameworks = await catalogue.listFrameworks(actor.partnerId);
      const codes = frameworks.flatMap(({ controls }) => controls.map(({ code }) => code));
      throw new AppError(
        "unprocessable",
        `The control is not among those that GET /v1/compliance-frameworks lists for you: ${shorten(codes)}.`,
      );
    }
    return control;
  }
}

const shownCodes = 30;

const shorten = (codes: string[]) =>
  codes.length <= shownCodes
    ? codes.join(", ")
    : `${codes.slice(0, shownCodes).join(", ")} and ${codes.length - shownCodes} more`;

/** "Exactly one of complianceReviewId and businessEntityId must be given." */
function readMode(
  form: SubmissionForm,
  isFrameworkRequired: boolean,
): { reviewId: string } | { businessEntityId: string; controlId: string } {
  const { complianceReviewId, businessEntityId, controlId, complianceFrameworkId } = form;
  if (complianceReviewId !== undefined && businessEntityId !== undefined) {
    throw new AppError(
      "unprocessable",
      "Give either complianceReviewId, to append to a review, or businessEntityId, to create one; not both.",
    );
  }
  if (complianceReviewId !== undefined) return { reviewId: complianceReviewId };
  if (businessEntityId === undefined) {
    throw new AppError("invalid_request", "complianceReviewId or businessEntityId is required");
  }
  if (controlId === undefined) throw new AppError("invalid_request", "controlId is required with businessEntityId");
  if (isFrameworkRequired && complianceFrameworkId === undefined) {
    throw new AppError("invalid_request", "complianceFrameworkId is required with businessEntityId");
  }
  return { businessEntityId, controlId };
}

function readLanguage(tag: string | undefined): AuditLanguage {
  if (tag === undefined) return "en";
  const language = auditLanguages.find((one) => one === tag);
  if (language === undefined)
    throw new AppError("unprocessable", `auditLanguageId must be one of ${auditLanguages.join(", ")}.`);
  return language;
}

function readDocumentsCount(text: string | undefined): DocumentsCount | undefined {
  const found = documentsCounts.find((one) => one === text);
  if (text !== undefined && found === undefined)
    throw new AppError("unprocessable", `documentsCount must be ${documentsCounts.join(" or ")}.`);
  return found;
}

function readDates(form: SubmissionForm): DocumentDates {
  const dates = Object.fromEntries(
    dateFields.map((field) => [field, form[field] === undefined ? undefined : readDay(field, form[field])]),
  );
  checkDates(dates);
  return dates;
}

const maxSubjectLength = 200;

function readSubject(text: string | undefined): string | undefined {
  const subject = text?.trim().replaceAll(/\s+/g, " ");
  if (subject === undefined || subject === "") return undefined;
  if (subject.length > maxSubjectLength)
    throw new AppError("invalid_request", `subject must have at most ${maxSubjectLength} characters`);
  if (hasDirectionControl(subject))
    throw new AppError(
      "invalid_request",
      "subject contains characters that reorder the text after them, such as U+202E",
    );
  return subject;
}

function refuseArchived(entity: BusinessEntity): void {
  if (entity.isArchived)
    throw new AppError("unprocessable", "The business entity is archived and accepts no new submissions.");
}

/** A malformed id is answered like an unknown one. */
function toId(id: string, what: string): Id {
  if (!isId(id)) throw notFound(what);
  return id;
}

function differs(field: string): AppError {
  return new AppError("unprocessable", `${field} differs from the review's; leave it out or send the review's own.`);
}
