import { useMediaQuery } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef } from "react";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfidenceMark } from "../ui/confidence-mark.tsx";
import type { ItemRow } from "./item-filter.ts";
import styles from "./item-table.module.css";
import { LevelMark, levelColours } from "./level-mark.tsx";

/** Matches the style sheet: fixed row heights avoid measuring thousands of rows while scrolling. */
const rowHeight = { wide: 44, narrow: 98 };

interface ItemTableProps {
  rows: ItemRow[];
  /** Whether any item changed since the previous version. */
  hasChanges: boolean;
}

/** A virtualised table: only visible rows are rendered. */
export function ItemTable({ rows, hasChanges }: ItemTableProps) {
  const { items: words } = useTexts().review;
  const isNarrow = useMediaQuery("(max-width: 47.99em)", false, { getInitialValueInEffect: false });
  const scroller = useRef<HTMLElement>(null);
  const height = isNarrow ? rowHeight.narrow : rowHeight.wide;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 12,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is what it measures anew for
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, height]);

  // A new filter result starts at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are why it scrolls
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [rows]);

  const columns = [words.reference, words.name, words.cluster, words.score, words.level, words.confidence];
  return (
    <section
      ref={scroller}
      className={styles["scroller"]}
      aria-label={words.table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      data-testid="item-table"
    >
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
            {[...columns, ...(hasChanges ? [words.change] : [])].map((name) => (
              <span role="columnheader" tabIndex={-1} key={name}>
                {name}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles["body"]} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const row = rows[index];
            return row && <Row key={key} top={start} {...{ row, index, hasChanges, isNarrow }} />;
          })}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
    </section>
  );
}

interface RowProps {
  row: ItemRow;
  index: number;
  top: number;
  hasChanges: boolean;
  /** Without the columns' headings. */
  isNarrow: boolean;
}

const Row = memo(function Row({ row, index, top, hasChanges, isNarrow }: RowProps) {
  const { items: words } = useTexts().review;
  const formats = useFormats();
  const { documentId, complianceItemId } = row;
  const isLinked = documentId !== null && complianceItemId !== null;
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: see the table
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      className={styles["row"]}
      style={{ transform: `translateY(${top}px)` }}
      data-testid="item-row"
    >
      <span role="cell" className={styles["reference"]} title={row.externalId}>
        {row.externalId}
      </span>
      <span role="cell" className={styles["name"]} title={row.name}>
        {isLinked ? (
          <Link to="/documents/$id/items/$itemId" params={{ id: documentId, itemId: complianceItemId }} preload={false}>
            {row.name}
          </Link>
        ) : (
          row.name
        )}
      </span>
      <span role="cell" className={styles["cluster"]} title={row.clusterName}>
        {row.clusterName}
      </span>
      <span role="cell" className={styles["score"]} style={{ color: levelColours[row.level] }}>
        {row.score === null ? "–" : formats.score(row.score)}
      </span>
      <span role="cell" className={styles["level"]}>
        <LevelMark level={row.level} label={row.state && words[row.state]} />
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
