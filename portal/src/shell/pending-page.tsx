import { LoadingState } from "../ui/loading-state.tsx";

/** While a page's own code is on its way. */
export function PendingPage() {
  return <LoadingState rows={6} />;
}
