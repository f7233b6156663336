import { access } from "./en/access.ts";
import { account } from "./en/account.ts";
import { admin } from "./en/admin.ts";
import { auditLog } from "./en/audit-log.ts";
import { branding } from "./en/branding.ts";
import { company } from "./en/company.ts";
import { dashboards } from "./en/dashboards.ts";
import { decisions } from "./en/decisions.ts";
import { evidence } from "./en/evidence.ts";
import { gaps } from "./en/gaps.ts";
import { keys } from "./en/keys.ts";
import { lifecycle } from "./en/lifecycle.ts";
import { partner } from "./en/partner.ts";
import { people } from "./en/people.ts";
import { quotas } from "./en/quotas.ts";
import { review } from "./en/review.ts";
import { shell } from "./en/shell.ts";
import { signIn } from "./en/sign-in.ts";
import { suggestions } from "./en/suggestions.ts";
import { ui } from "./en/ui.ts";
import { unfinished } from "./en/unfinished.ts";
import { versions } from "./en/versions.ts";
import { webhooks } from "./en/webhooks.ts";

export const en = {
  access,
  account,
  admin,
  auditLog,
  branding,
  company,
  dashboards,
  decisions,
  evidence,
  keys,
  gaps,
  lifecycle,
  partner,
  people,
  quotas,
  review,
  shell,
  signIn,
  suggestions,
  ui,
  unfinished,
  versions,
  webhooks,
};
