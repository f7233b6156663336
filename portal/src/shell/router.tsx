import { createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { accessRoutes } from "../access/access-routes.ts";
import { accountRoutes } from "../account/account-routes.ts";
import { adminRoutes } from "../admin/admin-routes.ts";
import { auditRoutes } from "../audit/audit-routes.ts";
import { companyRoutes } from "../company/company-routes.ts";
import { dashboardRoutes } from "../dashboards/dashboard-routes.ts";
import { evidenceRoutes } from "../evidence/evidence-routes.ts";
import { gapRoutes } from "../gaps/gap-routes.ts";
import { keyRoutes } from "../keys/key-routes.ts";
import { partnerRoutes } from "../partner/partner-routes.ts";
import { peopleRoutes } from "../people/people-routes.ts";
import { reviewRoutes } from "../review/review-routes.ts";
import { queryClient } from "../service/query-client.ts";
import { takeProviderResponse } from "../sign-in/provider-response.ts";
import { submitRoutes } from "../submit/submit-routes.ts";
import { versionRoutes } from "../versions/version-routes.ts";
import { webhookRoutes } from "../webhooks/webhook-routes.ts";
import { BrokenPage } from "./broken-page.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { PendingPage } from "./pending-page.tsx";
import { rootRoute, shellRoute, startRoute } from "./shell-route.ts";

const signInRoute = createRoute({
  path: "/sign-in",
  getParentRoute: () => rootRoute,
  validateSearch: ({ from, ended }: Record<string, unknown>): { from?: string; ended?: true } => ({
    // Only a path of the portal: anything else would be an open redirect.
    ...(typeof from === "string" && /^\/(?![/\\])/.test(from) && { from }),
    ...(ended === true && { ended }),
  }),
  component: lazyRouteComponent(() => import("../sign-in/sign-in-page.tsx"), "SignInPage"),
});

const callbackRoute = createRoute({
  path: "/sign-in/callback",
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import("../sign-in/callback-page.tsx"), "CallbackPage"),
});

const invitationRoute = createRoute({
  path: "/invitation",
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import("../sign-in/invitation-page.tsx"), "InvitationPage"),
});

const sharedRoute = createRoute({
  path: "/shared",
  getParentRoute: () => rootRoute,
  component: lazyRouteComponent(() => import("../sign-in/shared-page.tsx"), "SharedPage"),
});

/** Unknown paths are shown inside the shell, so that the navigation stays available. */
const nowhereRoute = createRoute({ path: "$", getParentRoute: () => shellRoute, component: NotFoundPage });

takeProviderResponse();

export const router = createRouter({
  basepath: "/portal",
  routeTree: rootRoute.addChildren([
    signInRoute,
    callbackRoute,
    invitationRoute,
    sharedRoute,
    shellRoute.addChildren([
      startRoute,
      ...adminRoutes,
      ...partnerRoutes,
      ...dashboardRoutes,
      ...reviewRoutes,
      ...evidenceRoutes,
      ...gapRoutes,
      ...versionRoutes,
      ...submitRoutes,
      ...companyRoutes,
      ...webhookRoutes,
      ...auditRoutes,
      ...accessRoutes,
      ...keyRoutes,
      ...peopleRoutes,
      ...accountRoutes,
      nowhereRoute,
    ]),
  ]),
  context: { queryClient },
  defaultPreload: "intent",
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
