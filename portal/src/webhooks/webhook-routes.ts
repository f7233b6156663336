import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "company" } as const;

/** The webhooks page. */
export const webhookRoutes = [
  createRoute({
    path: "/webhooks",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./webhooks-page.tsx"), "WebhooksPage"),
  }),
] as const;
