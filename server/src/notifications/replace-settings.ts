import type { AuditContext } from "../audit/audit-context.ts";
import { type AuditDeps, type AuditLog, recordAuditEntry } from "../audit/audit-log.ts";
import type { Id } from "../platform/ids.ts";
import type { Transactional } from "../platform/transactional.ts";
import type { NotificationSettings, NotificationStore } from "./notification.ts";

interface SettingsDeps extends AuditDeps {
  db: Transactional<{ notifications: NotificationStore; audit: AuditLog }>;
}

export async function replaceSettings(
  deps: SettingsDeps,
  context: AuditContext,
  accountId: Id,
  settings: NotificationSettings,
): Promise<void> {
  await deps.db.transaction(async ({ notifications, audit }) => {
    await notifications.saveSettings(accountId, settings);
    await recordAuditEntry(deps, audit, context, "account.notifications_replaced", accountId, { ...settings.choices });
  });
}
