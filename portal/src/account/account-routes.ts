import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

/** For every person who is signed in, in any organisation. */
export const accountRoutes = [
  createRoute({
    path: "/account",
    getParentRoute: () => shellRoute,
    component: lazyRouteComponent(() => import("./account-page.tsx"), "AccountPage"),
  }),
  createRoute({
    path: "/notifications",
    getParentRoute: () => shellRoute,
    component: lazyRouteComponent(() => import("./notifications-page.tsx"), "NotificationsPage"),
  }),
] as const;
