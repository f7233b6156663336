import { Button, Group } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTexts } from "../texts/texts-context.tsx";

interface ItemStepsProps {
  documentId: string;
  itemIds: string[];
  itemId: string;
}

/** Links to the previous and next requirement. */
export function ItemSteps({ documentId, itemIds, itemId }: ItemStepsProps) {
  const { item: words } = useTexts().evidence;
  const at = itemIds.indexOf(itemId);
  const step = (label: string, to: string | undefined, side: "left" | "right") => {
    const Picture = side === "left" ? IconArrowLeft : IconArrowRight;
    const look = {
      size: "xs",
      variant: "default",
      [side === "left" ? "leftSection" : "rightSection"]: <Picture size={15} aria-hidden />,
    } as const;
    return to === undefined ? (
      <Button {...look} disabled>
        {label}
      </Button>
    ) : (
      <Button {...look} component={Link} to={`/documents/${documentId}/items/${to}`}>
        {label}
      </Button>
    );
  };
  return (
    <Group gap="xs" component="nav" aria-label={words.steps}>
      {step(words.previousItem, itemIds[at - 1], "left")}
      {step(words.nextItem, itemIds[at + 1], "right")}
    </Group>
  );
}
