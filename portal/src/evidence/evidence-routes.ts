import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";
import { readItemSearch } from "./item-search.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "company" } as const;

/** Findings with their evidence. */
export const evidenceRoutes = [
  createRoute({
    path: "/documents/$id/items/$itemId",
    getParentRoute,
    staticData,
    validateSearch: readItemSearch,
    component: lazyRouteComponent(() => import("./item-page.tsx"), "ItemPage"),
  }),
] as const;
