import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

/** Owners of partners and companies manage their keys; with a company, a partner's owner manages that company's. */
export const keyRoutes = [
  createRoute({
    path: "/keys",
    getParentRoute: () => shellRoute,
    validateSearch: ({ companyId }: Record<string, unknown>): { companyId?: string } => ({
      ...(typeof companyId === "string" && companyId !== "" && { companyId }),
    }),
    component: lazyRouteComponent(() => import("./keys-page.tsx"), "KeysPage"),
  }),
] as const;
