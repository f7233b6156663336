import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";
import { CopyTextButton } from "../ui/copy-text-button.tsx";

/** The secret that signs deliveries, shown once. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { webhooks: words, ui } = useTexts();
  return (
    <Alert color="blue" icon={<IconKey aria-hidden />} title={words.secretTitle} data-testid="secret">
      <Stack gap="xs">
        <Text size="sm">{words.secretText}</Text>
        <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
          {secret}
        </Code>
        <Group gap="xs">
          <CopyTextButton text={secret} />
          <Button size="xs" variant="default" onClick={onClose}>
            {ui.shownOnce.done}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
