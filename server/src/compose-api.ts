import type { FastifyBaseLogger } from "fastify";
import type { Database } from "./database.ts";
import { type AppDeps, buildApp } from "./http/app.ts";
import type { Routes } from "./http/routes.ts";
import { revocationChannel } from "./postgres/api-key-store.ts";
import { erasureChannel } from "./postgres/erasure-store.ts";
import { openNotificationListener } from "./postgres/notification-listener.ts";
import { openAuthenticator } from "./tenancy/authenticate.ts";
import { openRateLimiter } from "./tenancy/rate-limiter.ts";
import { openSessionFinder } from "./tenancy/session.ts";
import { version } from "./version.ts";

export interface ApiOptions extends Omit<AppDeps, "authenticator" | "signedIn" | "limiter" | "version"> {
  /** The database's address, for the connection that hears of revoked keys. */
  url: string;
  db: Database;
  logger: FastifyBaseLogger;
}

/** One API process on an open database: what it keeps in memory for itself, and the application. */
export async function composeApi(options: ApiOptions): Promise<{ app: Routes; close: () => Promise<void> }> {
  const { db, clock, logger, url, pageViews } = options;
  const onTouchFailed = (error: unknown) => logger.warn({ err: error }, "a key's last use was not written down");
  const authenticator = openAuthenticator({ apiKeys: db.apiKeys, clock, onTouchFailed });
  // What is missed while the connection is lost is covered by the authenticator, which looks every key up again after a
  // second.
  const listener = await openNotificationListener({
    url,
    channel: revocationChannel,
    onNotification: (payload) => authenticator.forget(Buffer.from(payload, "hex")),
    others: { [erasureChannel]: () => pageViews.throwAway() },
    // Something may have been erased while nobody listened.
    onConnected: () => pageViews.throwAway(),
    onError: (error) => logger.warn({ err: error }, "the revocation listener lost its connection"),
  });
  const app = await buildApp({
    ...options,
    authenticator,
    signedIn: openSessionFinder({
      ...{ sessions: db.sessions, authenticator, clock },
      ...{ adminToken: options.adminToken, settings: options.session },
    }),
    limiter: openRateLimiter({ rates: db.rates, clock }),
    version,
  });
  return {
    app,
    async close() {
      await app.close();
      await listener.close();
    },
  };
}
