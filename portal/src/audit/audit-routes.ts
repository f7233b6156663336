import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

/** For every role: the administrator sees everything, others what concerns them. */
export const auditRoutes = [
  createRoute({
    path: "/audit-log",
    getParentRoute: () => shellRoute,
    component: lazyRouteComponent(() => import("./audit-log-page.tsx"), "AuditLogPage"),
  }),
] as const;
