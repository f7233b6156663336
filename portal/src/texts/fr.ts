import { access } from "./fr/access.ts";
import { account } from "./fr/account.ts";
import { admin } from "./fr/admin.ts";
import { auditLog } from "./fr/audit-log.ts";
import { branding } from "./fr/branding.ts";
import { company } from "./fr/company.ts";
import { dashboards } from "./fr/dashboards.ts";
import { decisions } from "./fr/decisions.ts";
import { evidence } from "./fr/evidence.ts";
import { gaps } from "./fr/gaps.ts";
import { keys } from "./fr/keys.ts";
import { lifecycle } from "./fr/lifecycle.ts";
import { partner } from "./fr/partner.ts";
import { people } from "./fr/people.ts";
import { quotas } from "./fr/quotas.ts";
import { review } from "./fr/review.ts";
import { shell } from "./fr/shell.ts";
import { signIn } from "./fr/sign-in.ts";
import { suggestions } from "./fr/suggestions.ts";
import { ui } from "./fr/ui.ts";
import { unfinished } from "./fr/unfinished.ts";
import { versions } from "./fr/versions.ts";
import { webhooks } from "./fr/webhooks.ts";
import type { Texts } from "./texts.ts";

export const fr: Texts = {
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
