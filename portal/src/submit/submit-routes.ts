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
    // The review to append to, and the document to replace.
    validateSearch: ({ review, supersedes }: Record<string, unknown>): { review?: string; supersedes?: string } => ({
      ...(typeof review === "string" && { review }),
      ...(typeof review === "string" && typeof supersedes === "string" && { supersedes }),
    }),
    component: lazyRouteComponent(() => import("./submit-page.tsx"), "SubmitPage"),
  }),
] as const;
