import type { FastifyBaseLogger } from "fastify";
import type { Database } from "./database.ts";
import { type AppDeps, buildApp } from "./http/app.ts";
import type { Routes } from "./http/routes.ts";
import { revocationChannel } from "./postgres/api-key-store.ts";
import { erasureChannel } from "./postgres/erasure-store.ts";
import { openNotificationListener } from "./postgres/notification-listener.ts";
import { openAdminTokenChecker } from "./tenancy/admin-token.ts";
import { openAuthenticator } from "./tenancy/authenticate.ts";
import { openRateLimiter } from "./tenancy/rate-limiter.ts";
import { openSessionFinder } from "./tenancy/session.ts";
import { version } from "./version.ts";

export interface ApiOptions
  extends Omit<AppDeps, "authenticator" | "signedIn" | "limiter" | "adminTokens" | "version"> {
  /** Database address for the connection that listens for revoked keys. */
  url: string;
  db: Database;
  logger: FastifyBaseLogger;
}

/** The HTTP application of one process, with its caches. */
export async function composeApi(options: ApiOptions): Promise<{ app: Routes; close: () => Promise<void> }> {
  const { db, clock, logger, url, pageViews } = options;
  const onTouchFailed = (error: unknown) => logger.warn({ err: error }, "the last use of a key could not be stored");
  const authenticator = openAuthenticator({ apiKeys: db.apiKeys, clock, onTouchFailed });
  // The authenticator looks every key up again after a second, so a lost notification has no effect beyond that.
  const listener = await openNotificationListener({
    url,
    channel: revocationChannel,
    onNotification: (payload) => authenticator.forget(Buffer.from(payload, "hex")),
    others: { [erasureChannel]: () => pageViews.invalidate() },
    // A company may have been erased while the connection was lost.
    onConnected: () => pageViews.invalidate(),
    onError: (error) => logger.warn({ err: error }, "the revocation listener lost its connection"),
  });
  const limiter = openRateLimiter({ rates: db.rates, clock });
  const app = await buildApp({
    ...options,
    authenticator,
    signedIn: openSessionFinder({
      ...{ sessions: db.sessions, authenticator, clock },
      ...{ adminToken: options.adminToken, settings: options.session },
    }),
    limiter,
    adminTokens: openAdminTokenChecker({ ...options, limiter }),
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
