import { Pool, type PoolClient, type QueryConfig } from "pg";
import type { Database, OpenTransaction, Stores } from "../database.ts";
import { AppError } from "../platform/app-error.ts";
import type { Encryption } from "../platform/encryption.ts";
import { agreementStore, labelStore } from "./agreement-store.ts";
import { anchorStore } from "./anchor-store.ts";
import { apiKeyStore } from "./api-key-store.ts";
import { auditLog } from "./audit-log.ts";
import { blobKeyStore } from "./blob-key-store.ts";
import { brandingStore } from "./branding-store.ts";
import { bulkJudgementStore } from "./bulk-judgement-store.ts";
import { businessEntityStore } from "./business-entity-store.ts";
import { catalogueStore } from "./catalogue-store.ts";
import { companyStore } from "./company-store.ts";
import { companySummaryStore } from "./company-summary-store.ts";
import { crosswalkStore } from "./crosswalk-store.ts";
import { dashboardStore } from "./dashboard-store.ts";
import { decisionStore } from "./decision-store.ts";
import { deliveryStore } from "./delivery-store.ts";
import { documentStore } from "./document-store.ts";
import { dueDateStore } from "./due-date-store.ts";
import { erasureStore } from "./erasure-store.ts";
import { eventStore } from "./event-store.ts";
import { gapStore } from "./gap-store.ts";
import { idempotencyStore } from "./idempotency-store.ts";
import { identityStore } from "./identity-store.ts";
import { notificationStore } from "./notification-store.ts";
import { operationsStore } from "./operations-store.ts";
import { ownerQuestionStore } from "./owner-question-store.ts";
import { partnerStore } from "./partner-store.ts";
import { peopleStore } from "./people-store.ts";
import type { PostgresQueue } from "./pg-boss-queue.ts";
import { processingStore } from "./processing-store.ts";
import type { QueryRunner, SentStatement } from "./query.ts";
import { quotaStore } from "./quota-store.ts";
import { rateStore } from "./rate-store.ts";
import { recordStore } from "./record-store.ts";
import { referenceStore } from "./reference-store.ts";
import { reportStore } from "./report-store.ts";
import { reviewLinkStore } from "./review-link-store.ts";
import { reviewStore } from "./review-store.ts";
import { rollUpStore } from "./roll-up-store.ts";
import { scoreStore } from "./score-store.ts";
import { secondFactorStore } from "./second-factor-store.ts";
import { sessionStore } from "./session-store.ts";
import { signInChallengeStore } from "./sign-in-challenge-store.ts";
import { signOffStore } from "./sign-off-store.ts";
import { unclaimedBlobStore, uploadStore } from "./upload-store.ts";
import { versionStore } from "./version-store.ts";
import { waitingStore } from "./waiting-store.ts";
import { webhookStore } from "./webhook-store.ts";
import { workerHeartbeatStore } from "./worker-heartbeat-store.ts";

function createStores(run: QueryRunner, { encryption, queue }: Pick<DatabaseOptions, "encryption" | "queue">): Stores {
  return {
    partners: partnerStore(run),
    brandings: brandingStore(run),
    companies: companyStore(run),
    entities: businessEntityStore(run),
    references: referenceStore(run),
    apiKeys: apiKeyStore(run),
    sessions: sessionStore(run),
    people: peopleStore(run),
    secondFactors: secondFactorStore(run, encryption),
    identities: identityStore(run, encryption),
    challenges: signInChallengeStore(run, encryption),
    catalogue: catalogueStore(run),
    crosswalk: crosswalkStore(run),
    reviews: reviewStore(run),
    reviewLinks: reviewLinkStore(run),
    rollUps: rollUpStore(run),
    companySummaries: companySummaryStore(run),
    dashboards: dashboardStore(run),
    scores: scoreStore(run),
    reports: reportStore(run),
    documents: documentStore(run),
    dueDates: dueDateStore(run),
    bulkJudgements: bulkJudgementStore(run),
    versions: versionStore(run),
    questions: ownerQuestionStore(run),
    decisions: decisionStore(run),
    signOffs: signOffStore(run),
    gaps: gapStore(run),
    agreement: agreementStore(run),
    labels: labelStore(run),
    notifications: notificationStore(run, encryption),
    processing: processingStore(run),
    waiting: waitingStore(run),
    quotas: quotaStore(run),
    records: recordStore(run),
    anchors: anchorStore(run),
    operations: operationsStore(run),
    workerHeartbeats: workerHeartbeatStore(run),
    erasure: erasureStore(run),
    uploads: uploadStore(run),
    blobKeys: blobKeyStore(run),
    unclaimedBlobs: unclaimedBlobStore(run),
    events: eventStore(run),
    webhooks: webhookStore(run, encryption),
    deliveries: deliveryStore(run),
    jobs: queue.senderOn(run),
    audit: auditLog(run),
    idempotency: idempotencyStore(run, encryption),
    rates: rateStore(run),
  };
}

/** Error codes of PostgreSQL and the driver that are worth a retry. */
const retryableCodes = /^(08|53|57P|57014)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const retryableMessages =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable|Query read timeout/;

/** Deadlocks and serialization failures; the connection stays usable. */
const isConflict = (error: unknown) => error instanceof Error && "code" in error && /^40/.test(String(error.code));

/** A migration has changed the columns of a prepared statement; a new connection prepares it again. */
const isStalePlan = (error: unknown) => error instanceof Error && /cached plan must not change/.test(error.message);

/** Statements take milliseconds; one that takes this long is blocked. */
const statementTimeoutMilliseconds = 15_000;
/** Time for PostgreSQL to cancel a statement itself before the connection counts as dead. */
const cancelMilliseconds = 2000;

function toAppError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  if (isConflict(error))
    return new AppError("unavailable", "A concurrent change of the same data prevented this one; try again shortly.", {
      cause: error,
      retryAfterSeconds: 1,
    });
  if (!retryableCodes.test(code) && !retryableMessages.test(error.message)) return error;
  return new AppError("unavailable", "The database cannot be reached at the moment; try again shortly.", {
    cause: error,
    retryAfterSeconds: 5,
  });
}

/** Translates errors of the driver and of PostgreSQL to AppErrors. */
function translateErrors(client: Pick<Pool | PoolClient, "query">, onUnusable = () => {}): QueryRunner {
  return {
    query: ({ name, text, values, rowsPerFetch }: SentStatement) =>
      // pg prepares a statement with a name once per connection. @types/pg lacks `rows`.
      client.query({ name, text, values, rows: rowsPerFetch } as QueryConfig).catch((error: unknown) => {
        const translated = toAppError(error);
        if (isStalePlan(error) || (translated !== error && !isConflict(error))) onUnusable();
        throw translated;
      }) as never,
  };
}

export interface DatabaseOptions {
  url: string;
  encryption: Encryption;
  queue: Pick<PostgresQueue, "senderOn">;
  poolSize: number;
  statementMilliseconds?: number;
  onIdleError: (error: Error) => void;
}

export function openDatabase(options: DatabaseOptions): Database & { pool: Pool } {
  const { url, poolSize, onIdleError, statementMilliseconds = statementTimeoutMilliseconds } = options;
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    application_name: "assay",
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // PostgreSQL cancels slow statements, so that none runs without a caller; the driver does if PostgreSQL is silent.
    statement_timeout: statementMilliseconds,
    query_timeout: statementMilliseconds + cancelMilliseconds,
  });
  // Without a listener, a broken idle connection would end the process.
  let isClosing = false;
  pool.on("error", (error) => !isClosing && onIdleError(error));
  const run = translateErrors(pool);

  async function begin(): Promise<OpenTransaction> {
    const client = await pool.connect().catch((error: unknown) => {
      throw toAppError(error);
    });
    // Without a listener, a broken connection would end the process; its queries fail anyway.
    const ignore = () => undefined;
    client.on("error", ignore);
    const release = (isBroken: boolean) => {
      if (!isBroken) client.off("error", ignore);
      client.release(isBroken);
    };
    let isUnusable = false;
    const transaction = translateErrors(client, () => {
      isUnusable = true;
    });
    let isEnded = false;
    const end = async (text: "COMMIT" | "ROLLBACK") => {
      // After a failed commit there is nothing to roll back.
      if (isEnded) return;
      isEnded = true;
      // PostgreSQL rolls back when the connection closes; a ROLLBACK could hang.
      if (isUnusable && text === "ROLLBACK") return release(true);
      try {
        await transaction.query({ name: text, text, values: [] });
        release(false);
      } catch (error) {
        // The state of the connection is unknown.
        release(true);
        if (text === "COMMIT") throw error;
      }
    };
    try {
      await transaction.query({ name: "BEGIN", text: "BEGIN", values: [] });
    } catch (error) {
      release(true);
      throw error;
    }
    return { stores: createStores(transaction, options), commit: () => end("COMMIT"), rollback: () => end("ROLLBACK") };
  }

  return {
    ...createStores(run, options),
    pool,
    begin,
    async transaction(work) {
      const open = await begin();
      let result: Awaited<ReturnType<typeof work>>;
      try {
        result = await work(open.stores);
      } catch (error) {
        await open.rollback();
        throw error;
      }
      await open.commit();
      return result;
    },
    async check() {
      await run.query({ name: "check", text: "SELECT 1", values: [] });
    },
    close() {
      isClosing = true;
      return pool.end();
    },
  };
}
