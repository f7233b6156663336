import { LoadingState } from "../ui/loading-state.tsx";

/** Shown while a page's code is loading. */
export function PendingPage() {
  return <LoadingState rows={6} />;
}
