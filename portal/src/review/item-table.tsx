import { UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import type { ItemFilter } from "../items/item-filter.ts";
import { readSort, type Sort, type SortKey, sortKeys } from "../items/item-order.ts";
import type { DecidedRow, ItemRow } from "../items/item-row.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfidenceMark } from "../ui/confidence-mark.tsx";
import styles from "./item-table.module.css";
import { LevelMark, levelColours, useLevelNames } from "./level-mark.tsx";

/** Before a row is measured: most have one line. */
const rowHeight = { wide: 45, narrow: 118 };
const drawnAtOnce = 100;
/** The page's header and the table's own, which stay in view. */
const headHeight = 56 + 45;

/** Kept by the page of a requirement, so that it leads back to the same list. */
export type ItemSearch = ItemFilter & { review?: string };

interface ItemTableProps {
  rows: ItemRow[];
  /** Whether any item changed since the previous version. */
  hasChanges: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  search: ItemSearch;
  /** Moves the focus by so many rows. */
  moveFocus: RefObject<(step: number) => void>;
}

/** The table's distance from the top of the page, which changes with what is above it. */
function useDistanceFromTop() {
  const body = useRef<HTMLDivElement>(null);
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (body.current) setDistance(Math.round(body.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return [body, distance] as const;
}

/** A virtualised table in the page's own scrolling: only visible rows are rendered. */
export function ItemTable({ rows, hasChanges, sort, onSort, search, moveFocus }: ItemTableProps) {
  const { items: words } = useTexts().review;
  const isNarrow = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  const [body, scrollMargin] = useDistanceFromTop();
  const current = useRef(-1);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isNarrow ? rowHeight.narrow : rowHeight.wide),
    getItemKey: (index) => rows[index]?.controlItemId ?? index,
    // What the browser can draw at once is found by its own search and printed, too.
    overscan: rows.length <= drawnAtOnce ? drawnAtOnce : 12,
    scrollMargin,
    scrollPaddingStart: headHeight,
    scrollPaddingEnd: 24,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another width is what it measures anew for
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, isNarrow]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin anew
  useEffect(() => {
    current.current = -1;
  }, [rows]);

  useImperativeHandle(moveFocus, () => (step: number) => {
    const next = Math.min(Math.max(current.current + step, 0), rows.length - 1);
    current.current = next;
    virtualizer.scrollToIndex(next);
    const focus = (tries: number) => {
      const link = body.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`);
      if (link) link.focus({ preventScroll: true });
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
    };
    requestAnimationFrame(() => focus(10));
  });

  const columns = sortKeys.filter((key) => key !== "change" || hasChanges);
  return (
    <section className={styles["frame"]} aria-label={words.table} data-testid="item-table">
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows that are not drawn leave gaps no table element can have */}
      <div
        role="table"
        aria-label={words.table}
        aria-rowcount={rows.length + 1}
        className={styles["table"]}
        data-has-changes={hasChanges}
      >
        <div role="rowgroup" className={styles["head"]}>
          <div role="row" tabIndex={-1} aria-rowindex={1} className={styles["row"]}>
            {columns.map((key) => (
              <ColumnHead key={key} {...{ column: key, sort, onSort, isNarrow }} />
            ))}
          </div>
        </div>
        <div ref={body} role="rowgroup" className={styles["body"]} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index];
            return (
              row && (
                <Row
                  key={key}
                  top={start - scrollMargin}
                  measure={virtualizer.measureElement}
                  {...{ row, index, hasChanges, isNarrow, search }}
                />
              )
            );
          })}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </section>
  );
}

interface ColumnHeadProps {
  column: SortKey;
  sort: Sort;
  onSort: (sort: Sort) => void;
  isNarrow: boolean;
}

/** A column's name, which sorts by it; on a narrow screen names are hidden, and a field above chooses the order. */
function ColumnHead({ column, sort, onSort, isNarrow }: ColumnHeadProps) {
  const { items: words } = useTexts().review;
  const { key, isDescending } = readSort(sort);
  const isChosen = key === column;
  const Picture = !isChosen ? IconArrowsSort : isDescending ? IconArrowDown : IconArrowUp;
  const order = isDescending ? "descending" : "ascending";
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table
    <span role="columnheader" tabIndex={-1} aria-sort={isChosen ? order : "none"} className={styles[column]}>
      {isNarrow ? (
        words[column]
      ) : (
        <UnstyledButton
          className={styles["sort"]}
          data-chosen={isChosen}
          onClick={() => onSort(isChosen && !isDescending ? `-${column}` : column)}
        >
          {words[column]}
          <Picture size={14} aria-hidden />
        </UnstyledButton>
      )}
    </span>
  );
}

interface RowProps {
  row: ItemRow;
  index: number;
  top: number;
  measure: (element: Element | null) => void;
  hasChanges: boolean;
  /** Without the columns' headings. */
  isNarrow: boolean;
  search: ItemSearch;
}

const Row = memo(function Row({ row, index, top, measure, hasChanges, isNarrow, search }: RowProps) {
  const { items: words } = useTexts().review;
  const formats = useFormats();
  const { documentId, complianceItemId } = row;
  const isLinked = documentId !== null && complianceItemId !== null;
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: see the table
    <div
      ref={measure}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      data-index={index}
      className={styles["row"]}
      style={{ transform: `translateY(${top}px)` }}
      data-testid="item-row"
    >
      <span role="cell" className={styles["reference"]}>
        {row.externalId}
      </span>
      <span role="cell" className={styles["name"]}>
        {isLinked ? (
          <Link
            to="/documents/$id/items/$itemId"
            params={{ id: documentId, itemId: complianceItemId }}
            search={search}
            preload={false}
          >
            {row.name}
          </Link>
        ) : (
          row.name
        )}
      </span>
      <span role="cell" className={styles["cluster"]}>
        {row.clusterName}
      </span>
      <span role="cell" className={styles["score"]} style={{ color: levelColours[row.level] }}>
        {row.score === null ? "–" : formats.score(row.score)}
      </span>
      <span role="cell" className={styles["level"]}>
        <LevelMark level={row.level} label={row.state && words[row.state]} />
        {row.decided !== undefined && <Decided {...row.decided} />}
      </span>
      <span role="cell" className={styles["confidence"]}>
        {row.score !== null && <ConfidenceMark of="level" {...row} isInColumn={!isNarrow} />}
      </span>
      {hasChanges && (
        <span role="cell" className={styles["change"]}>
          {row.change !== undefined && row.change !== 0 && <Change points={row.change} />}
        </span>
      )}
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see the table
  );
});

function Decided({ score, level, isToLookAtAgain }: DecidedRow) {
  const { decisions } = useTexts();
  const formats = useFormats();
  const names = useLevelNames();
  const shown = score === null ? decisions.notCounted : formats.list([formats.score(score), names[level]]);
  return (
    <span className={styles["decided"]} data-testid="row-decided">
      {isToLookAtAgain ? decisions.states.look_again : decisions.decidedAs(shown)}
    </span>
  );
}

function Change({ points }: { points: number }) {
  const { items: words } = useTexts().review;
  const formats = useFormats();
  const shown = formats.score(Math.abs(points));
  return (
    <span
      role="img"
      aria-label={points > 0 ? words.better(shown) : words.worse(shown)}
      style={{ color: levelColours[points > 0 ? "compliant" : "non_compliant"] }}
    >
      {points > 0 ? "▲" : "▼"} {shown}
    </span>
  );
}
