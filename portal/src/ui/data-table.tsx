import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./data-table.module.css";

export interface Column<Row> {
  key: string;
  title: string;
  /** Hides the title visually, for example for a column of buttons. */
  isTitleHidden?: boolean;
  isAtEnd?: boolean;
  /** Prevents line breaks, for dates, figures and states. */
  isShort?: boolean;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** The table's accessible name. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  rowTestId?: string;
}

/** A table that becomes cards on narrow screens. Explicit roles survive the changed CSS display. */
export function DataTable<Row>({ label, columns, rows, rowKey, rowTestId }: DataTableProps<Row>) {
  return (
    <div className={styles["frame"]}>
      {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
      <table className={styles["table"]} role="table" aria-label={label}>
        {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
        <thead role="rowgroup">
          {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
          <tr role="row">
            {columns.map(({ key, title, isTitleHidden, isAtEnd }) => (
              // biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away
              <th key={key} role="columnheader" scope="col" className={isAtEnd ? styles["end"] : undefined}>
                {isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
        <tbody role="rowgroup">
          {rows.map((row) => (
            // biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away
            <tr key={rowKey(row)} role="row" data-testid={rowTestId}>
              {columns.map(({ key, title, isTitleHidden, isAtEnd, isShort, cell }) => (
                // biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away
                <td key={key} role="cell" className={isAtEnd ? styles["end"] : undefined} data-short={isShort}>
                  {!isTitleHidden && (
                    <span className={styles["label"]} aria-hidden>
                      {title}
                    </span>
                  )}
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
