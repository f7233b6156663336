import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { type Role, sessionQuery } from "../service/session-query.ts";
import { destinations } from "./navigation.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The role the page is for; absent means every role. */
    role?: Role;
  }
}

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

/** All pages but sign-in: they need a session and have the header and navigation. */
export const shellRoute = createRoute({
  id: "shell",
  getParentRoute: () => rootRoute,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null)
      throw redirect({ to: "/sign-in", search: location.pathname === "/" ? {} : { from: location.href } });
    const { reviewLink } = session;
    // Whoever opened the link to a review has no other pages.
    const isShared = /^\/(reviews|documents)\/\w/.test(location.pathname);
    if (reviewLink !== null && !isShared) throw redirect({ to: "/reviews/$id", params: { id: reviewLink.reviewId } });
    return { session };
  },
  component: lazyRouteComponent(() => import("./shell-layout.tsx"), "ShellLayout"),
});

export const startRoute = createRoute({
  path: "/",
  getParentRoute: () => shellRoute,
  beforeLoad: ({ context }) => {
    throw redirect({ to: destinations[context.session.role][0].to });
  },
});
