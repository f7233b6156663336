import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "company" } as const;

/** Findings with their evidence. */
export const evidenceRoutes = [
  createRoute({
    path: "/documents/$id/items/$itemId",
    getParentRoute,
    staticData,
    // Which of the item's quotes is shown, counted from 0.
    validateSearch: ({ evidence }: Record<string, unknown>): { evidence?: number } =>
      Number.isSafeInteger(evidence) && Number(evidence) >= 0 ? { evidence: Number(evidence) } : {},
    component: lazyRouteComponent(() => import("./item-page.tsx"), "ItemPage"),
  }),
] as const;
