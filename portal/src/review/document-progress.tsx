import { Paper, Progress, Text, Title } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import type { DocumentState } from "./review-queries.ts";

/** The share of the progress bar for reading, which is much quicker than judging. */
const readingShare = 0.3;

const share = (done: number, count: number) => (count === 0 ? 0 : done / count);

/** Progress of reading and judging. */
export function DocumentProgress({ document: { status, progress } }: { document: DocumentState }) {
  const { review, evidence } = useTexts();
  const { pagesDone, pageCount, itemsDone, itemCount } = progress;
  const done = 100 * (readingShare * share(pagesDone, pageCount) + (1 - readingShare) * share(itemsDone, itemCount));
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="progress-title" data-testid="progress">
      <Title order={2} size="h5" id="progress-title" mb={6}>
        {review.document.progress}
      </Title>
      <Progress value={done} size="md" animated aria-label={review.document.progress} />
      <Text size="sm" c="dimmed" mt={6} role="status">
        {evidence.submit.stateOf({ status, progress })}
      </Text>
    </Paper>
  );
}
