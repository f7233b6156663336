import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

/** A company sees who of its partner has access. */
export const accessRoutes = [
  createRoute({
    path: "/access",
    getParentRoute: () => shellRoute,
    staticData: { role: "company" },
    component: lazyRouteComponent(() => import("./access-page.tsx"), "AccessPage"),
  }),
] as const;
