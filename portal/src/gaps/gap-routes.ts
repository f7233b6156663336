import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { readGapSearch } from "./gap-filter.ts";

/** The register of criteria that are not met. */
export const gapRoutes = [
  createRoute({
    path: "/gaps",
    getParentRoute: () => shellRoute,
    staticData: { role: "company" },
    validateSearch: readGapSearch,
    component: lazyRouteComponent(() => import("./gaps-page.tsx"), "GapsPage"),
  }),
] as const;
