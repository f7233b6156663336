import type { Answer } from "@assay/sdk";
import { Group, Text } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import styles from "./hour-chart.module.css";

type Hour = Answer<"getSystem">["hours"][number];

/** Documents per hour as stacked bars. Each bar has a text alternative with its figures. */
export function HourChart({ hours }: { hours: Hour[] }) {
  const { admin, ui } = useTexts();
  const { system: words } = admin;
  const { locale, number } = useFormats();
  const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
  const most = Math.max(1, ...hours.map(({ completed, failed }) => completed + failed));
  const total = (pick: (hour: Hour) => number) => number(hours.reduce((sum, hour) => sum + pick(hour), 0));
  return (
    <div>
      <ol className={styles["chart"]} aria-label={words.perHour}>
        {hours.map(({ from, completed, failed }) => {
          const label = words.hour(clock.format(new Date(from)), completed, failed);
          return (
            <li key={from} className={styles["hour"]} title={label} aria-label={label}>
              <span className={styles["failed"]} style={{ height: `${(failed / most) * 100}%` }} />
              <span className={styles["completed"]} style={{ height: `${(completed / most) * 100}%` }} />
            </li>
          );
        })}
      </ol>
      <Group justify="space-between" mt={4}>
        {[hours[0], hours[Math.floor(hours.length / 2)], hours.at(-1)].map(
          (hour) =>
            hour !== undefined && (
              <Text key={hour.from} size="xs" c="dimmed">
                {clock.format(new Date(hour.from))}
              </Text>
            ),
        )}
      </Group>
      <Group gap="lg" mt="xs">
        <Legend
          className={styles["completed"]}
          text={ui.labelled(words.completed, String(total(({ completed }) => completed)))}
        />
        <Legend
          className={styles["failed"]}
          text={ui.labelled(words.failedToComplete, String(total(({ failed }) => failed)))}
        />
      </Group>
    </div>
  );
}

function Legend({ className, text }: { className: string | undefined; text: string }) {
  return (
    <Group gap={6}>
      <span className={`${styles["swatch"]} ${className}`} />
      <Text size="sm">{text}</Text>
    </Group>
  );
}
