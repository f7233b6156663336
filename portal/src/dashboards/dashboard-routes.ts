import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;

/** The company's start page and the partner's heat map. */
export const dashboardRoutes = [
  createRoute({
    path: "/overview",
    getParentRoute,
    staticData: { role: "company" },
    component: lazyRouteComponent(() => import("./overview-page.tsx"), "OverviewPage"),
  }),
  createRoute({
    path: "/scores",
    getParentRoute,
    staticData: { role: "partner" },
    component: lazyRouteComponent(() => import("./heat-map-page.tsx"), "HeatMapPage"),
  }),
] as const;
