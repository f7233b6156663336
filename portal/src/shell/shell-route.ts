import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { type Role, sessionQuery } from "../service/session-query.ts";
import { destinations } from "./navigation.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Whose page it is; others are told so. Absent: everyone's. */
    role?: Role;
  }
}

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({});

/** Everything but the sign-in page: needs a session, and has the header and the navigation around it. */
export const shellRoute = createRoute({
  id: "shell",
  getParentRoute: () => rootRoute,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null)
      throw redirect({ to: "/sign-in", search: location.pathname === "/" ? {} : { from: location.href } });
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
