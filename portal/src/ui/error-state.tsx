import { Alert, Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";
import { explainError } from "./explain-error.ts";

interface ErrorStateProps {
  error: unknown;
  /** Absent where a retry makes no sense. */
  onRetry?: (() => void) | undefined;
  title?: string | undefined;
}

/** An error with its request id for the service's log, and a retry button. */
export function ErrorState({ error, onRetry, title }: ErrorStateProps) {
  const { ui } = useTexts();
  const { text, detail, requestId } = explainError(error, ui);
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title ?? ui.error.title} role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{text}</Text>
        {detail !== undefined && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {detail}
          </Text>
        )}
        {requestId !== undefined && (
          <Group gap={6}>
            <Text size="xs">{ui.requestId}</Text>
            <Code>{requestId}</Code>
          </Group>
        )}
        {onRetry !== undefined && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {ui.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
