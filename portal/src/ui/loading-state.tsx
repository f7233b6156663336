import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";

/** Skeleton rows for a list that is loading. */
export function LoadingState({ rows = 5, height = 44 }: { rows?: number; height?: number }) {
  const { ui } = useTexts();
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>{ui.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never change places
        <Skeleton key={index} height={height} radius="md" aria-hidden />
      ))}
    </Stack>
  );
}
