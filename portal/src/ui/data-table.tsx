import { VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./data-table.module.css";

export interface Column<Row> {
  key: string;
  title: string;
  /** The title is for screen readers only: a column of buttons, for example. */
  isTitleHidden?: boolean;
  isAtEnd?: boolean;
  /** Dates, figures and states: never broken over two lines. */
  isShort?: boolean;
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table shows, for those who cannot see the page around it. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
}

/** A table that becomes cards where the screen is narrow. The roles are named because those layouts would take them away. */
export function DataTable<Row>({ label, columns, rows, rowKey }: DataTableProps<Row>) {
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
            <tr key={rowKey(row)} role="row">
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
