import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

/** How one version of a document differs from another. */
export const versionRoutes = [
  createRoute({
    path: "/documents/$id/compare/$previousId",
    getParentRoute: () => shellRoute,
    staticData: { role: "company" } as const,
    component: lazyRouteComponent(() => import("./compare-page.tsx"), "ComparePage"),
  }),
] as const;
