import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { SheetReader } from "../checklists/sheet-reader.ts";
import type { Database } from "../database.ts";
import type { IdentityProvider, OpenIdConnect } from "../people/identity-provider.ts";
import type { Passwords } from "../people/password.ts";
import type { Clock } from "../platform/clock.ts";
import type { IdSource } from "../platform/ids.ts";
import type { PageViews } from "../processing/page-views.ts";
import type { RedlineWriter } from "../redlines/redline-writer.ts";
import type { ReportGenerator } from "../reports/report-generator.ts";
import type { UploadSettings } from "../submissions/start-upload.ts";
import type { AdminTokenChecker } from "../tenancy/admin-token.ts";
import type { Authenticator } from "../tenancy/authenticate.ts";
import type { QuotaSettings } from "../tenancy/quotas.ts";
import type { RateLimiter } from "../tenancy/rate-limiter.ts";
import type { RateLimits } from "../tenancy/rate-policy.ts";
import type { SessionSettings } from "../tenancy/session.ts";
import type { BlobStore } from "../uploads/blob-store.ts";
import type { EndpointRules } from "../webhooks/register-webhook.ts";

/** The application as route files see it: handlers get their types from the schemas. */
export type Routes = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Passed to every route file. */
export interface RouteDeps {
  db: Database;
  clock: Clock;
  ids: IdSource;
  blobs: BlobStore;
  pageViews: PageViews;
  redlines: RedlineWriter;
  sheets: SheetReader;
  authenticator: Authenticator;
  limiter: RateLimiter;
  limits: RateLimits;
  quotas: QuotaSettings;
  upload: UploadSettings;
  session: SessionSettings;
  adminToken: string;
  adminTokens: AdminTokenChecker;
  passwords: Passwords;
  openId: OpenIdConnect;
  /** The operator's identity provider, if there is one. */
  operatorProvider: IdentityProvider | undefined;
  endpoints: EndpointRules;
  reportGenerator: ReportGenerator;
  isLegalNameRequired: boolean;
  /** Whether a mail server is set, which sends invitations. */
  isMailOn: boolean;
  /** The portal's address for people, where it is set. */
  publicUrl: string | undefined;
  /** The operator's address for issues about gaps. */
  issueLink: string | undefined;
  /** Levels and verdicts with a lower confidence need review. */
  reviewBelow: number;
}
