import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

/** The people of the operator, a partner or a company. */
export const peopleRoutes = [
  createRoute({
    path: "/people",
    getParentRoute: () => shellRoute,
    component: lazyRouteComponent(() => import("./people-page.tsx"), "PeoplePage"),
  }),
] as const;
