import { pino } from "pino";
import type { Database } from "../database.ts";
import { buildApp } from "../http/app.ts";
import { systemClock } from "../platform/clock.ts";
import { idSource } from "../platform/ids.ts";
import { version } from "../version.ts";

/** The OpenAPI description of the routes. Needs no database, because no handler is called. */
export async function describeApi(): Promise<object> {
  const nothing = {} as never;
  const app = await buildApp({
    db: nothing as Database,
    clock: systemClock,
    ids: idSource(systemClock),
    isLegalNameRequired: false,
    isMailOn: false,
    ...{ publicUrl: undefined, issueLink: undefined },
    reviewBelow: 0.75,
    authenticator: nothing,
    signedIn: nothing,
    session: nothing,
    limiter: nothing,
    limits: nothing,
    quotas: nothing,
    admission: nothing,
    blobs: nothing,
    pageViews: nothing,
    redlines: nothing,
    sheets: nothing,
    upload: nothing,
    endpoints: nothing,
    reportGenerator: nothing,
    adminToken: "",
    adminTokens: nothing,
    passwords: nothing,
    openId: nothing,
    operatorProvider: undefined,
    health: nothing,
    externalModel: undefined,
    version,
    logger: pino({ level: "silent" }),
    trustedProxies: [],
    portalFolder: "",
    guidesFolder: "",
  });
  try {
    return app.swagger();
  } finally {
    await app.close();
  }
}
