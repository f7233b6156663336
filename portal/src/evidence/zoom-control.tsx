import { ActionIcon, Group, Text } from "@mantine/core";
import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useFormats, useTexts } from "../texts/texts-context.tsx";

const steps = [1, 1.5, 2, 3];

/** Zooms from the width of the frame upwards. */
export function ZoomControl({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { item } = useTexts().evidence;
  const { locale } = useFormats();
  const at = steps.indexOf(zoom);
  const button = (label: string, next: number | undefined, Picture: typeof IconZoomIn) => (
    <ActionIcon
      variant="default"
      size="md"
      aria-label={label}
      title={label}
      disabled={next === undefined}
      onClick={() => next !== undefined && onZoom(next)}
    >
      <Picture size={16} aria-hidden />
    </ActionIcon>
  );
  return (
    <Group gap={6} wrap="nowrap">
      {button(item.zoomOut, steps[at - 1], IconZoomOut)}
      <Text size="xs" w={40} ta="center" aria-live="polite">
        {new Intl.NumberFormat(locale, { style: "percent" }).format(zoom)}
      </Text>
      {button(item.zoomIn, steps[at + 1], IconZoomIn)}
    </Group>
  );
}
