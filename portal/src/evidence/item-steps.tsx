import { Button, Group, Text } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { DecisionKind } from "../decisions/decision-queries.ts";
import { useCanDecide } from "../decisions/use-can-decide.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ButtonLink } from "../ui/links.tsx";
import { Shortcuts } from "../ui/shortcuts.tsx";
import type { Step, ItemSteps as Steps } from "./find-steps.ts";
import type { ItemPageSearch } from "./item-search.ts";

interface ItemStepsProps {
  steps: Steps;
  search: ItemPageSearch;
  /** While a decision form is open, no shortcut leaves the page or opens another form: what was typed would be lost. */
  isDeciding: boolean;
  onNextQuote: () => void;
  onBack: () => void;
  onDecide: (kind: DecisionKind) => void;
}

/** Links to the previous and next requirement of the list, by keyboard, too. */
export function ItemSteps({ steps, search, isDeciding, onNextQuote, onBack, onDecide }: ItemStepsProps) {
  const { evidence, decisions } = useTexts();
  const { item: words } = evidence;
  const formats = useFormats();
  const navigate = useNavigate();
  const canDecide = useCanDecide();
  const { evidence: _quote, ...list } = search;
  const { previous, next, position, count } = steps;
  const go = (to: Step | undefined) => {
    if (to === undefined) return;
    void navigate({
      to: "/documents/$id/items/$itemId",
      params: { id: to.documentId, itemId: to.itemId },
      search: list,
    });
  };
  const link = (label: string, to: Step | undefined, side: "left" | "right") => {
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
      <ButtonLink
        {...look}
        to="/documents/$id/items/$itemId"
        params={{ id: to.documentId, itemId: to.itemId }}
        search={list}
      >
        {label}
      </ButtonLink>
    );
  };
  const stepping = [
    { key: "j", label: words.nextItem, act: () => go(next) },
    { key: "k", label: words.previousItem, act: () => go(previous) },
  ];
  const deciding = [
    { key: "c", label: decisions.actions.confirm, act: () => onDecide("confirm") },
    { key: "o", label: decisions.actions.override, act: () => onDecide("override") },
    { key: "n", label: decisions.actions.not_applicable, act: () => onDecide("not_applicable") },
  ];
  return (
    <Group gap="xs" component="nav" aria-label={words.steps}>
      {position !== undefined && (
        <Text size="sm" c="dimmed" data-testid="item-position">
          {words.position(formats.number(position), formats.number(count))}
        </Text>
      )}
      {link(words.previousItem, previous, "left")}
      {link(words.nextItem, next, "right")}
      <Shortcuts
        shortcuts={[
          ...(isDeciding ? [] : stepping),
          { key: "Enter", label: words.nextEvidence, act: onNextQuote },
          ...(isDeciding || !canDecide ? [] : deciding),
          ...(isDeciding ? [] : [{ key: "u", label: words.back, act: onBack }]),
        ]}
      />
    </Group>
  );
}
