import type { ComplianceLevel, HeatMap } from "@assay/sdk";
import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import styles from "./heat-map-table.module.css";

type Cell = HeatMap["companies"][number]["cells"][number];

/** Companies by controls, the lowest scores first. A cell opens the company's reviews, as far as a partner sees them. */
export function HeatMapTable({ heatMap: { controls, companies } }: { heatMap: HeatMap }) {
  const { dashboards, partner, ui } = useTexts();
  const { heatMap: words } = dashboards;
  const levels: ComplianceLevel[] = ["non_compliant", "partially_compliant", "compliant"];
  return (
    <>
      <div className={styles["frame"]}>
        {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
        <table className={styles["table"]} role="table" aria-label={words.title}>
          {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
          <thead role="rowgroup">
            {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
            <tr role="row">
              {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
              <th role="columnheader" scope="col">
                {partner.clients.company}
              </th>
              {controls.map(({ controlId, controlCode, controlName }) => (
                // biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away
                <th key={controlId} role="columnheader" scope="col" title={controlName}>
                  {controlCode}
                </th>
              ))}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
          <tbody role="rowgroup">
            {companies.map(({ companyId, name, cells }) => (
              // biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away
              <tr key={companyId} role="row" data-testid="heat-map-row">
                {/* biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away */}
                <th role="rowheader" scope="row">
                  <Link to="/clients" search={{ name }} className={styles["company"]}>
                    {name}
                  </Link>
                </th>
                {controls.map(({ controlId, controlCode }) => (
                  <HeatMapCell
                    key={controlId}
                    companyName={name}
                    controlCode={controlCode}
                    cell={cells.find((cell) => cell.controlId === controlId)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={styles["legend"]} aria-label={words.legend}>
        {levels.map((level) => (
          <li key={level}>
            <span className={styles["swatch"]} data-level={level} aria-hidden />
            {ui.levels[level]}
          </li>
        ))}
      </ul>
    </>
  );
}

interface HeatMapCellProps {
  companyName: string;
  controlCode: string;
  cell: Cell | undefined;
}

function HeatMapCell({ companyName, controlCode, cell }: HeatMapCellProps) {
  const { dashboards, ui } = useTexts();
  const formats = useFormats();
  if (cell === undefined)
    return (
      // biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away
      <td role="cell" className={styles["none"]}>
        <span aria-hidden>–</span>
        <VisuallyHidden>{dashboards.heatMap.noReview}</VisuallyHidden>
      </td>
    );
  const { score, complianceLevel: level } = cell;
  const told = level === null ? ui.levels.none : ui.levels[level];
  return (
    // biome-ignore lint/a11y/noRedundantRoles: display: block takes the role away
    <td role="cell">
      <Link
        to="/clients"
        search={{ name: companyName, control: controlCode }}
        className={styles["cell"]}
        data-level={level ?? "none"}
        title={told}
      >
        <span className={styles["label"]}>{controlCode}</span>
        <span>{score === null ? ui.levels.none : formats.score(score)}</span>
        {score !== null && <VisuallyHidden>{told}</VisuallyHidden>}
      </Link>
    </td>
  );
}
