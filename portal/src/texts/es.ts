import { access } from "./es/access.ts";
import { account } from "./es/account.ts";
import { admin } from "./es/admin.ts";
import { auditLog } from "./es/audit-log.ts";
import { branding } from "./es/branding.ts";
import { company } from "./es/company.ts";
import { dashboards } from "./es/dashboards.ts";
import { decisions } from "./es/decisions.ts";
import { evidence } from "./es/evidence.ts";
import { gaps } from "./es/gaps.ts";
import { keys } from "./es/keys.ts";
import { lifecycle } from "./es/lifecycle.ts";
import { partner } from "./es/partner.ts";
import { people } from "./es/people.ts";
import { quotas } from "./es/quotas.ts";
import { review } from "./es/review.ts";
import { shell } from "./es/shell.ts";
import { signIn } from "./es/sign-in.ts";
import { suggestions } from "./es/suggestions.ts";
import { ui } from "./es/ui.ts";
import { unfinished } from "./es/unfinished.ts";
import { versions } from "./es/versions.ts";
import { webhooks } from "./es/webhooks.ts";
import type { Texts } from "./texts.ts";

export const es: Texts = {
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
