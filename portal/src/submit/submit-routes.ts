import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "company" } as const;

/** The submission page. */
export const submitRoutes = [
  createRoute({
    path: "/submit",
    getParentRoute,
    staticData,
    // The review to append to.
    validateSearch: ({ review }: Record<string, unknown>): { review?: string } =>
      typeof review === "string" ? { review } : {},
    component: lazyRouteComponent(() => import("./submit-page.tsx"), "SubmitPage"),
  }),
] as const;
