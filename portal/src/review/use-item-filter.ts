import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { type ItemFilter, readFilters } from "../items/item-filter.ts";

/** Delays the URL update so that typing stays responsive. */
const settleMilliseconds = 250;

/** The page's filter, kept in the URL. */
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
