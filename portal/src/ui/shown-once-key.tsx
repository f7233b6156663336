import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";
import { CopyTextButton } from "./copy-text-button.tsx";

interface ShownOnceKeyProps {
  /** The key to show; undefined closes the dialog. */
  apiKey: string | undefined;
  /** The caller must drop the key here; it is stored nowhere else. */
  onDone: () => void;
}

/** Shows a key once. The dialog closes only through its button, not by a stray click. */
export function ShownOnceKey({ apiKey, onDone }: ShownOnceKeyProps) {
  const { shownOnce } = useTexts().ui;
  return (
    <Modal
      opened={apiKey !== undefined}
      onClose={onDone}
      title={shownOnce.title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      centered
      size="lg"
    >
      <Stack gap="md">
        <Alert variant="light" color="yellow" icon={<IconKey aria-hidden />}>
          <Text size="sm">{shownOnce.text}</Text>
        </Alert>
        <Code block data-testid="shown-once-key" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {apiKey}
        </Code>
        <Group justify="space-between">
          <CopyTextButton text={apiKey ?? ""} size="sm" />
          <Button onClick={onDone}>{shownOnce.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
