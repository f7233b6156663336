import { Group, Progress, Text } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";

interface QueueProgressProps {
  steps: { count: number; decidedCount: number };
}

/** How much of what needs review has been decided. */
export function QueueProgress({ steps: { count, decidedCount } }: QueueProgressProps) {
  const { queue: words } = useTexts().decisions;
  const formats = useFormats();
  const shown = words.progress(formats.number(decidedCount), formats.number(count));
  return (
    <Group gap="sm" data-testid="queue-progress">
      <Text size="sm" fw={600}>
        {words.title}
      </Text>
      <Progress value={count === 0 ? 100 : (100 * decidedCount) / count} aria-label={words.title} w={180} size="sm" />
      <Text size="sm" role="status">
        {shown}
      </Text>
      {decidedCount === count && <Text size="sm">{words.done}</Text>}
    </Group>
  );
}
