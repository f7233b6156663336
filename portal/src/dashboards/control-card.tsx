import type { Dashboard } from "@assay/sdk";
import { Paper, Stack, Text, Title } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { LevelBadge } from "../ui/level-badge.tsx";
import { AnchorLink } from "../ui/links.tsx";
import styles from "./control-card.module.css";
import { TrendChart } from "./trend-chart.tsx";

const shownReviews = 3;

/** One control: its score, the trend, and the reviews with the lowest scores. */
export function ControlCard({ control }: { control: Dashboard["controls"][number] }) {
  const { dashboards: words } = useTexts();
  const formats = useFormats();
  const { controlId, controlCode, controlName, score, complianceLevel, reviewCount, reviews, trend } = control;
  const id = `control-${controlId}`;
  const shown = reviews.slice(0, shownReviews);
  return (
    <Paper withBorder p="md" component="article" aria-labelledby={id} data-testid="control-card">
      <Stack gap="sm">
        <div className={styles["head"]}>
          <div className={styles["title"]}>
            <Title order={3} size="h5" id={id}>
              {controlName}
            </Title>
            <Text size="xs" c="dimmed">
              {`${controlCode} · ${words.reviewCount(reviewCount, formats.number(reviewCount))}`}
            </Text>
          </div>
          <LevelBadge level={complianceLevel} score={score} />
        </div>
        <TrendChart trend={trend} label={controlName} />
        <ul className={styles["reviews"]}>
          {shown.map((review) => (
            <li key={review.id} className={styles["review"]}>
              <AnchorLink to="/reviews/$id" params={{ id: review.id }} size="sm" className={styles["name"] ?? ""}>
                {review.name}
              </AnchorLink>
              <LevelBadge level={review.complianceLevel} score={review.score} />
            </li>
          ))}
        </ul>
        {reviewCount > shown.length && (
          <AnchorLink to="/reviews" size="sm">
            {words.allReviews}
          </AnchorLink>
        )}
      </Stack>
    </Paper>
  );
}
