import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "company" } as const;

/** Where a company is told of what happens. */
export const webhookRoutes = [
  createRoute({
    path: "/webhooks",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./webhooks-page.tsx"), "WebhooksPage"),
  }),
] as const;
