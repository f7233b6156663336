import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "partner" } as const;

/** The partner's pages. */
export const partnerRoutes = [
  createRoute({
    path: "/clients",
    getParentRoute,
    staticData,
    // The router parses a text of digits as a number.
    validateSearch: ({ name, control }: Record<string, unknown>): { name?: string; control?: string } => ({
      ...((typeof name === "string" || typeof name === "number") && name !== "" && { name: String(name) }),
      ...(typeof control === "string" && control !== "" && { control }),
    }),
    component: lazyRouteComponent(() => import("./clients-page.tsx"), "ClientsPage"),
  }),
  createRoute({
    path: "/onboard",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./onboard-page.tsx"), "OnboardPage"),
  }),
  createRoute({
    path: "/branding",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./branding-page.tsx"), "BrandingPage"),
  }),
  createRoute({
    path: "/frameworks",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./frameworks-page.tsx"), "FrameworksPage"),
  }),
] as const;
