import { Button, type ButtonProps, CopyButton } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";

/** Copies a text and announces it, also to screen readers. */
export function CopyTextButton({ text, label, ...props }: { text: string; label?: string } & ButtonProps) {
  const { ui } = useTexts();
  return (
    <CopyButton value={text} timeout={3000}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant={copied ? "filled" : "light"}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          {...props}
          onClick={copy}
        >
          <span aria-live="polite">{copied ? ui.copied : (label ?? ui.copy)}</span>
        </Button>
      )}
    </CopyButton>
  );
}
