import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { LoadingState } from "./loading-state.tsx";

/** What this needs of a query's result, whether it is read at once or page by page. */
interface Query<T> {
  data: T | undefined;
  error: Error | null;
  isError: boolean;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: Query<T>;
  /** Shown while it loads; an outline of rows when absent. */
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a query has brought; until then its outline, and where it fails the reason and a way to try again. */
export function Loaded<T>({ query, loading, children }: LoadedProps<T>) {
  // Data that was there before a failed refresh is still worth showing; the next refresh will tell.
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return loading ?? <LoadingState />;
}
