import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { LoadingState } from "./loading-state.tsx";

/** The parts of a query result that are used here, for plain and paginated queries. */
interface Query<T> {
  data: T | undefined;
  error: Error | null;
  isError: boolean;
  refetch: () => unknown;
}

interface LoadedProps<T> {
  query: Query<T>;
  /** Shown while loading; defaults to skeleton rows. */
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Renders a query's data, a skeleton while it loads, or the error with a retry button. */
export function Loaded<T>({ query, loading, children }: LoadedProps<T>) {
  // A failed refresh keeps showing the previous data.
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return loading ?? <LoadingState />;
}
