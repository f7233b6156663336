import type { Dashboard } from "@assay/sdk";
import { Text } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import styles from "./trend-chart.module.css";

type Point = Dashboard["controls"][number]["trend"][number];

/** Where a level begins. */
const thresholds = [40, 80];

interface TrendChartProps {
  trend: Point[];
  /** What the scores are of, for those who do not see the chart. */
  label: string;
}

/** A score over time as a line. The text alternative has every point. */
export function TrendChart({ trend, label }: TrendChartProps) {
  const { dashboards: words } = useTexts();
  const formats = useFormats();
  const [first, last] = [trend[0], trend.at(-1)];
  if (first === undefined || last === undefined || first === last)
    return (
      <Text size="xs" c="dimmed">
        {words.noTrend}
      </Text>
    );
  const [from, until] = [Date.parse(first.date), Date.parse(last.date)];
  const places = trend.map(({ date, score }) => ({
    ...{ date, x: (100 * (Date.parse(date) - from)) / (until - from), y: 100 - score },
    told: words.point(formats.date(date), formats.score(score)),
  }));
  return (
    <div>
      <div className={styles["frame"]}>
        <div
          className={styles["plot"]}
          role="img"
          aria-label={words.trendOf(label, places.map(({ told }) => told).join("; "))}
        >
          <svg className={styles["lines"]} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
            {thresholds.map((threshold) => (
              <line
                key={threshold}
                className={styles["threshold"]}
                x1="0"
                x2="100"
                y1={100 - threshold}
                y2={100 - threshold}
              />
            ))}
            <polyline className={styles["line"]} points={places.map(({ x, y }) => `${x},${y}`).join(" ")} />
          </svg>
          {places.map(({ date, x, y, told }) => (
            <span key={date} className={styles["point"]} style={{ left: `${x}%`, top: `${y}%` }} title={told} />
          ))}
        </div>
        <div className={styles["scale"]} aria-hidden>
          {thresholds.map((threshold) => (
            <span key={threshold} style={{ top: `${100 - threshold}%` }}>
              {formats.number(threshold)}
            </span>
          ))}
        </div>
      </div>
      <div className={styles["dates"]} aria-hidden>
        <span>{formats.date(first.date)}</span>
        <span>{formats.date(last.date)}</span>
      </div>
    </div>
  );
}
