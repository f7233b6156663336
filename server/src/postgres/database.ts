import { Pool, type PoolClient } from "pg";
import type { ConnectionTurns } from "../admission/connection-turns.ts";
import type { Database, OpenTransaction, Stores } from "../database.ts";
import { AppError } from "../platform/app-error.ts";
import type { Encryption } from "../platform/encryption.ts";
import { apiKeyStore } from "./api-key-store.ts";
import { auditLog } from "./audit-log.ts";
import { blobKeyStore } from "./blob-key-store.ts";
import { businessEntityStore } from "./business-entity-store.ts";
import { catalogueStore } from "./catalogue-store.ts";
import { companyStore } from "./company-store.ts";
import { companySummaryStore } from "./company-summary-store.ts";
import { deliveryStore } from "./delivery-store.ts";
import { documentStore } from "./document-store.ts";
import { erasureStore } from "./erasure-store.ts";
import { eventStore } from "./event-store.ts";
import { idempotencyStore } from "./idempotency-store.ts";
import { operationsStore } from "./operations-store.ts";
import { partnerStore } from "./partner-store.ts";
import type { PostgresQueue } from "./pg-boss-queue.ts";
import { PreparedQuery } from "./prepared-query.ts";
import { processingStore } from "./processing-store.ts";
import type { QueryRunner, SentStatement } from "./query.ts";
import { rateStore } from "./rate-store.ts";
import { recordStore } from "./record-store.ts";
import { reportStore } from "./report-store.ts";
import { reviewStore } from "./review-store.ts";
import { rollUpStore } from "./roll-up-store.ts";
import { sessionStore } from "./session-store.ts";
import { unclaimedBlobStore, uploadStore } from "./upload-store.ts";
import { webhookStore } from "./webhook-store.ts";
import { workerHeartbeatStore } from "./worker-heartbeat-store.ts";

function storesOn(run: QueryRunner, { encryption, queue }: Pick<DatabaseOptions, "encryption" | "queue">): Stores {
  return {
    partners: partnerStore(run),
    companies: companyStore(run),
    entities: businessEntityStore(run),
    apiKeys: apiKeyStore(run),
    sessions: sessionStore(run),
    catalogue: catalogueStore(run),
    reviews: reviewStore(run),
    rollUps: rollUpStore(run),
    companySummaries: companySummaryStore(run),
    reports: reportStore(run),
    documents: documentStore(run),
    processing: processingStore(run),
    records: recordStore(run),
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

/** Classes of PostgreSQL's and the driver's errors that mean "not now" rather than "never". */
const passingErrors = /^(08|53|57P|57014)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const passingMessages =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|not queryable|Query read timeout/;

/** PostgreSQL has ended the transaction for the sake of another one; the connection is as good as before. */
const hasGivenWay = (error: unknown) => error instanceof Error && "code" in error && /^40/.test(String(error.code));

/** The longest a statement may take. Each is made for milliseconds; one that waits this long waits for something that hangs. */
const longestStatementMilliseconds = 15_000;
/** What PostgreSQL gets to give a statement up by itself, before the connection counts as dead. */
const silenceMilliseconds = 2000;

function toAppError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  if (hasGivenWay(error))
    return new AppError("unavailable", "This met other work on the same data and was not done; try again shortly.", {
      cause: error,
      retryAfterSeconds: 1,
    });
  if (!passingErrors.test(code) && !passingMessages.test(error.message)) return error;
  return new AppError("unavailable", "The database cannot be reached at the moment; try again shortly.", {
    cause: error,
    retryAfterSeconds: 5,
  });
}

/** Lets stores and callers see one kind of error, whatever part of the driver raised it. */
function translating(client: Pick<Pool | PoolClient, "query">, onOutOfReach = () => {}): QueryRunner {
  const send = client.query.bind(client) as unknown as Send;
  return {
    query: (query: SentStatement) =>
      new Promise((resolve, reject) => {
        // Without a name a text is planned each time, and may be several statements: that is the driver's to handle.
        const sent = query.name === "" ? query : new PreparedQuery(query);
        send(sent, undefined, (error, result) => (error ? reject(error) : resolve(result as never)));
      }).catch((error: unknown) => {
        // Its stack leads to the socket it was read from; this one leads to who asked.
        if (error instanceof Error) Error.captureStackTrace(error);
        const told = toAppError(error);
        if (told !== error && !hasGivenWay(error)) onOutOfReach();
        throw told;
      }) as never,
  };
}

/** Plain where nobody waits: every read of the service goes through here. */
function inTurn(run: QueryRunner, turns: ConnectionTurns | undefined): QueryRunner {
  if (turns === undefined) return run;
  return {
    query(query) {
      const turn = turns.take();
      if (turn === undefined) return run.query(query);
      if (typeof turn === "function") return run.query(query).finally(turn) as never;
      return turn.then((end) => run.query(query).finally(end)) as never;
    },
  };
}

/** Pools and clients take the same three; the driver's types know fewer combinations than the driver. */
type Send = (query: object, values: undefined, callback: (error: Error | null, result?: unknown) => void) => void;

export interface DatabaseOptions {
  url: string;
  encryption: Encryption;
  queue: Pick<PostgresQueue, "senderOn">;
  poolSize: number;
  /** Whose turn it is to have one of the pool's connections; anybody's unless given. */
  turns?: ConnectionTurns;
  statementMilliseconds?: number;
  onIdleError: (error: Error) => void;
}

export function openDatabase(options: DatabaseOptions): Database & { pool: Pool } {
  const { url, poolSize, onIdleError, statementMilliseconds = longestStatementMilliseconds } = options;
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    application_name: "assay",
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Given up by PostgreSQL, so that nothing goes on there that nobody waits for any more; and by us, should it not answer.
    statement_timeout: statementMilliseconds,
    query_timeout: statementMilliseconds + silenceMilliseconds,
  });
  // Without a listener, a connection that breaks while idle would end the process.
  let isClosing = false;
  pool.on("error", (error) => !isClosing && onIdleError(error));
  const run = inTurn(translating(pool), options.turns);

  async function begin(): Promise<OpenTransaction> {
    const endTurn = await options.turns?.take();
    const client = await pool.connect().catch((error: unknown) => {
      endTurn?.();
      throw toAppError(error);
    });
    // A connection that breaks while it is lent out would otherwise end the process; whoever uses it hears of it anyway.
    const heed = () => undefined;
    client.on("error", heed);
    const giveBack = (isBroken: boolean) => {
      if (!isBroken) client.off("error", heed);
      client.release(isBroken);
      endTurn?.();
    };
    let isOutOfReach = false;
    const transaction = translating(client, () => {
      isOutOfReach = true;
    });
    let isEnded = false;
    const end = async (text: "COMMIT" | "ROLLBACK") => {
      // A rollback after a commit that failed has nothing left to do.
      if (isEnded) return;
      isEnded = true;
      // PostgreSQL rolls back what it hears no more of; asking it to would only make the caller wait for another silence.
      if (isOutOfReach && text === "ROLLBACK") return giveBack(true);
      try {
        await transaction.query({ name: text, text, values: [] });
        giveBack(false);
      } catch (error) {
        // A connection in an unknown state must not be handed to anyone else.
        giveBack(true);
        if (text === "COMMIT") throw error;
      }
    };
    try {
      await transaction.query({ name: "BEGIN", text: "BEGIN", values: [] });
    } catch (error) {
      giveBack(true);
      throw error;
    }
    return { stores: storesOn(transaction, options), commit: () => end("COMMIT"), rollback: () => end("ROLLBACK") };
  }

  return {
    ...storesOn(run, options),
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
