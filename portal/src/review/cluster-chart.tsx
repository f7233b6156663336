import type { ComplianceReviewDetails } from "@assay/sdk";
import { Paper, Text, Title } from "@mantine/core";
import type { Level } from "../items/item-row.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import styles from "./cluster-chart.module.css";
import { levelColours } from "./level-mark.tsx";

interface ClusterChartProps {
  clusters: ComplianceReviewDetails["rollUp"]["clusters"];
  chosen: string | undefined;
  onChoose: (clusterId: string) => void;
}

/** The service's thresholds: compliant from 80, partially compliant from 40. */
function levelBy(score: number): Level {
  if (score >= 80) return "compliant";
  return score >= 40 ? "partially_compliant" : "non_compliant";
}

/** A bar for each cluster; clicking one filters the requirements. */
export function ClusterChart({ clusters, chosen, onChoose }: ClusterChartProps) {
  const { review, ui } = useTexts();
  const { chart: words } = review;
  const formats = useFormats();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="chart-title">
      <Title order={2} size="h5" id="chart-title">
        {words.title}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {words.hint}
      </Text>
      <ul className={styles["bars"]}>
        {clusters.map(({ controlClusterId, controlClusterName, score }) => (
          <li key={controlClusterId}>
            <button
              type="button"
              className={styles["bar"]}
              aria-pressed={chosen === controlClusterId}
              onClick={() => onChoose(controlClusterId)}
            >
              <span className={styles["name"]}>{controlClusterName}</span>
              <span className={styles["track"]}>
                {score !== null && (
                  <span
                    className={styles["fill"]}
                    style={{ width: `${Math.max(1, score)}%`, background: levelColours[levelBy(score)] }}
                  />
                )}
              </span>
              <span className={styles["score"]}>{score === null ? ui.levels.none : formats.score(score)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
