import type { Command } from "./command.ts";
import { adminCommands } from "./commands/admin.ts";
import { affectedCommands } from "./commands/affected.ts";
import { auditLogCommands } from "./commands/audit-log.ts";
import { brandingCommands } from "./commands/branding.ts";
import { catalogueCommands } from "./commands/catalogue.ts";
import { companyCommands } from "./commands/companies.ts";
import { completionCommands } from "./commands/completion.ts";
import { configCommands } from "./commands/config.ts";
import { dashboardCommands } from "./commands/dashboards.ts";
import { decisionCommands } from "./commands/decisions.ts";
import { documentLifecycleCommands } from "./commands/document-lifecycle.ts";
import { documentCommands } from "./commands/documents.ts";
import { entityCommands } from "./commands/entities.ts";
import { gapCommands } from "./commands/gaps.ts";
import { keyCommands } from "./commands/keys.ts";
import { labelCommands } from "./commands/labels.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { partnerAccessCommands } from "./commands/partner-access.ts";
import { questionCommands } from "./commands/questions.ts";
import { redlineCommands } from "./commands/redline.ts";
import { reportCommands } from "./commands/report.ts";
import { reviewCommand } from "./commands/review.ts";
import { reviewLinkCommands } from "./commands/review-links.ts";
import { reviewsCommands } from "./commands/reviews.ts";
import { signOffCommands } from "./commands/sign-offs.ts";
import { submitCommand } from "./commands/submit.ts";
import { versionCommands } from "./commands/versions.ts";
import { webhookCommands } from "./commands/webhooks.ts";

/** All commands, in the order of the help. */
export const commands: Command[] = [
  reviewCommand,
  submitCommand,
  ...documentCommands,
  ...documentLifecycleCommands,
  ...versionCommands,
  ...redlineCommands,
  ...affectedCommands,
  ...questionCommands,
  ...decisionCommands,
  ...signOffCommands,
  ...gapCommands,
  ...reviewLinkCommands,
  ...labelCommands,
  ...reviewsCommands,
  ...dashboardCommands,
  ...reportCommands,
  ...companyCommands,
  ...partnerAccessCommands,
  ...keyCommands,
  ...brandingCommands,
  ...entityCommands,
  ...catalogueCommands,
  ...webhookCommands,
  mcpCommand,
  ...auditLogCommands,
  ...adminCommands,
  ...configCommands,
  ...completionCommands(() => commands),
];
