import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../shell/shell-route.ts";

const getParentRoute = () => shellRoute;
const staticData = { role: "admin" } as const;
const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The operator's pages. */
export const adminRoutes = [
  createRoute({
    path: "/partners",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./partners-page.tsx"), "PartnersPage"),
  }),
  createRoute({
    path: "/partners/$id",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./partner-page.tsx"), "PartnerPage"),
  }),
  createRoute({
    path: "/companies",
    getParentRoute,
    staticData,
    validateSearch: ({ partner, company }: Record<string, unknown>): { partner?: string; company?: string } => ({
      ...(textOf(partner) !== undefined && { partner: String(partner) }),
      ...(textOf(company) !== undefined && { company: String(company) }),
    }),
    component: lazyRouteComponent(() => import("./companies-page.tsx"), "CompaniesPage"),
  }),
  createRoute({
    path: "/catalogue",
    getParentRoute,
    staticData,
    validateSearch: ({ control }: Record<string, unknown>): { control?: string } =>
      textOf(control) === undefined ? {} : { control: String(control) },
    component: lazyRouteComponent(() => import("./catalogue-page.tsx"), "CataloguePage"),
  }),
  createRoute({
    path: "/system",
    getParentRoute,
    staticData,
    component: lazyRouteComponent(() => import("./system-page.tsx"), "SystemPage"),
  }),
] as const;
