import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type ItemFilter, readFilters } from "./item-filter.ts";

/** Typing is not to wait for the address to follow. */
const settleMilliseconds = 250;

/** The filter of the page, kept in its address. */
export function useItemFilter(): [ItemFilter, (filter: ItemFilter) => void] {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [filter, setFilter] = useState(() => readFilters(search));

  useEffect(() => {
    if (JSON.stringify(readFilters(search)) === JSON.stringify(filter)) return;
    const timer = setTimeout(() => {
      void navigate({ to: ".", search: () => filter, replace: true, resetScroll: false });
    }, settleMilliseconds);
    return () => clearTimeout(timer);
  }, [filter, search, navigate]);

  return [filter, setFilter];
}
