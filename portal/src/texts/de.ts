import { access } from "./de/access.ts";
import { account } from "./de/account.ts";
import { admin } from "./de/admin.ts";
import { auditLog } from "./de/audit-log.ts";
import { branding } from "./de/branding.ts";
import { company } from "./de/company.ts";
import { dashboards } from "./de/dashboards.ts";
import { decisions } from "./de/decisions.ts";
import { evidence } from "./de/evidence.ts";
import { gaps } from "./de/gaps.ts";
import { keys } from "./de/keys.ts";
import { lifecycle } from "./de/lifecycle.ts";
import { partner } from "./de/partner.ts";
import { people } from "./de/people.ts";
import { quotas } from "./de/quotas.ts";
import { review } from "./de/review.ts";
import { shell } from "./de/shell.ts";
import { signIn } from "./de/sign-in.ts";
import { suggestions } from "./de/suggestions.ts";
import { ui } from "./de/ui.ts";
import { unfinished } from "./de/unfinished.ts";
import { versions } from "./de/versions.ts";
import { webhooks } from "./de/webhooks.ts";
import type { Texts } from "./texts.ts";

export const de: Texts = {
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
