import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "company" } as const;

/** The company's own pages. */
export const companyRoutes = [
  createRoute({
    path: "/entities",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./entities-page.tsx"), "EntitiesPage"),
  }),
] as const;
