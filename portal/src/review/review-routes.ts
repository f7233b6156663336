import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readFilters } from "../items/item-filter.ts";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "company" } as const;

/** Pages of reviews and documents. */
export const reviewRoutes = [
  createRoute({
    path: "/reviews",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./reviews-page.tsx"), "ReviewsPage"),
  }),
  createRoute({
    path: "/reviews/$id",
    getParentRoute,
    staticData,
    validateSearch: readFilters,
    component: lazyRouteComponent(() => import("./review-page.tsx"), "ReviewPage"),
  }),
  createRoute({
    path: "/documents",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./documents-page.tsx"), "DocumentsPage"),
  }),
  createRoute({
    path: "/documents/$id",
    getParentRoute,
    staticData,
    validateSearch: readFilters,
    component: lazyRouteComponent(() => import("./document-page.tsx"), "DocumentPage"),
  }),
] as const;
