import type { AnchorStore } from "./anchors/anchor-store.ts";
import type { AuditLog } from "./audit/audit-log.ts";
import type { CatalogueStore } from "./catalogue/catalogue.ts";
import type { CrosswalkStore } from "./catalogue/linked-criterion.ts";
import type { LabelStore } from "./decisions/export-labels.ts";
import type { AgreementStore } from "./decisions/measure-agreement.ts";
import type { DecisionStore } from "./documents/decision.ts";
import type { DocumentStore } from "./documents/document.ts";
import type { DueDateStore } from "./documents/notify-of-dates.ts";
import type { OwnerQuestionStore } from "./documents/owner-question.ts";
import type { SignOffStore } from "./documents/sign-off.ts";
import type { ErasureStore } from "./erasure/erasure-store.ts";
import type { EventStore } from "./events/event.ts";
import type { GapStore } from "./gaps/gap.ts";
import type { JobSender } from "./jobs/job-queue.ts";
import type { NotificationStore } from "./notifications/notification.ts";
import type { OperationsStore } from "./operations/system-status.ts";
import type { WorkerHeartbeatStore } from "./operations/worker-heartbeats.ts";
import type { PeopleStore } from "./people/account.ts";
import type { IdentityStore } from "./people/identity-provider.ts";
import type { SecondFactorStore } from "./people/second-factor.ts";
import type { SignInChallengeStore } from "./people/sign-in-challenge.ts";
import type { ReferenceStore } from "./platform/external-reference.ts";
import type { Transactional } from "./platform/transactional.ts";
import type { WaitingStore } from "./processing/fair-shares.ts";
import type { ProcessingStore } from "./processing/processing-store.ts";
import type { RecordStore } from "./records/record-store.ts";
import type { ReportStore } from "./reports/report-store.ts";
import type { CompanySummaryStore } from "./reviews/company-summary.ts";
import type { ScoreStore } from "./reviews/complete-scores.ts";
import type { DashboardStore } from "./reviews/dashboards.ts";
import type { ReviewStore } from "./reviews/review.ts";
import type { RollUpStore } from "./reviews/review-roll-up.ts";
import type { VersionStore } from "./reviews/version-store.ts";
import type { BulkJudgementStore } from "./submissions/bulk-judgement.ts";
import type { ApiKeyStore } from "./tenancy/api-key.ts";
import type { BrandingStore } from "./tenancy/branding.ts";
import type { BusinessEntityStore } from "./tenancy/business-entity.ts";
import type { CompanyStore } from "./tenancy/company.ts";
import type { IdempotencyStore } from "./tenancy/idempotent-request.ts";
import type { PartnerStore } from "./tenancy/partner.ts";
import type { QuotaStore } from "./tenancy/quotas.ts";
import type { RateStore } from "./tenancy/rate-limiter.ts";
import type { ReviewLinkStore } from "./tenancy/review-link.ts";
import type { SessionStore } from "./tenancy/session.ts";
import type { BlobKeyStore } from "./uploads/blob-key-store.ts";
import type { UnclaimedBlobStore, UploadStore } from "./uploads/upload-session.ts";
import type { DeliveryStore } from "./webhooks/delivery.ts";
import type { WebhookStore } from "./webhooks/webhook.ts";

/** All stores. Features declare the few they need. */
export interface Stores {
  partners: PartnerStore;
  brandings: BrandingStore;
  companies: CompanyStore;
  entities: BusinessEntityStore;
  references: ReferenceStore;
  apiKeys: ApiKeyStore;
  sessions: SessionStore;
  people: PeopleStore;
  secondFactors: SecondFactorStore;
  identities: IdentityStore;
  challenges: SignInChallengeStore;
  catalogue: CatalogueStore;
  crosswalk: CrosswalkStore;
  reviews: ReviewStore;
  reviewLinks: ReviewLinkStore;
  rollUps: RollUpStore;
  companySummaries: CompanySummaryStore;
  dashboards: DashboardStore;
  scores: ScoreStore;
  reports: ReportStore;
  documents: DocumentStore;
  dueDates: DueDateStore;
  bulkJudgements: BulkJudgementStore;
  versions: VersionStore;
  questions: OwnerQuestionStore;
  decisions: DecisionStore;
  signOffs: SignOffStore;
  gaps: GapStore;
  agreement: AgreementStore;
  labels: LabelStore;
  notifications: NotificationStore;
  processing: ProcessingStore;
  waiting: WaitingStore;
  quotas: QuotaStore;
  records: RecordStore;
  anchors: AnchorStore;
  operations: OperationsStore;
  workerHeartbeats: WorkerHeartbeatStore;
  erasure: ErasureStore;
  uploads: UploadStore;
  blobKeys: BlobKeyStore;
  unclaimedBlobs: UnclaimedBlobStore;
  events: EventStore;
  webhooks: WebhookStore;
  deliveries: DeliveryStore;
  jobs: JobSender;
  audit: AuditLog;
  idempotency: IdempotencyStore;
  rates: RateStore;
}

export interface OpenTransaction {
  stores: Stores;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface Database extends Stores, Transactional<Stores> {
  /** A transaction that the caller ends itself; only http/idempotency.ts needs it. */
  begin(): Promise<OpenTransaction>;
  check(): Promise<void>;
  close(): Promise<void>;
}
