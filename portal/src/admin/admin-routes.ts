import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "admin" } as const;

/** The operator's pages. */
export const adminRoutes = [
  createRoute({
    path: "/partners",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./partners-page.tsx"), "PartnersPage"),
  }),
] as const;
