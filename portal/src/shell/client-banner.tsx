import type { Session } from "@assay/sdk";
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconArrowLeft, IconBriefcase, IconLock } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { useClient } from "./use-client.ts";

/** Says whose work is open, on every page, with the way back. */
export function ClientBanner({ session: { client } }: { session: Session }) {
  const { access: words } = useTexts();
  const switching = useClient();
  if (client === null) return null;
  const { name, isAccessible } = client;
  return (
    <Alert
      variant="light"
      color={isAccessible ? "blue" : "yellow"}
      mb="lg"
      p="sm"
      role="status"
      icon={isAccessible ? <IconBriefcase aria-hidden /> : <IconLock aria-hidden />}
    >
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {isAccessible ? words.opened(name) : words.closedOff(name)}
          </Text>
          {isAccessible && <Text size="sm">{words.openedHint}</Text>}
        </div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          loading={switching.isPending}
          onClick={() => switching.mutate(undefined)}
        >
          {words.back}
        </Button>
      </Group>
      {switching.isError && <ErrorState error={switching.error} />}
    </Alert>
  );
}
