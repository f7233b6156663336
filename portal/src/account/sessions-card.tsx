import { Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { people } from "../service/assay.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { AccountCard } from "./account-card.tsx";
import { type OwnSession, sessionsQuery } from "./account-queries.ts";
import { browserOf } from "./browser-of.ts";

/** The account's sessions in all browsers. */
export function SessionsCard() {
  const { account } = useTexts();
  const { sessions: words } = account;
  const formats = useFormats();
  const client = useQueryClient();
  const query = useQuery(sessionsQuery);
  const ending = useMutation({
    mutationFn: (sessionId: string) => people.endOwnSession(sessionId),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const nameOf = ({ browser }: OwnSession) => {
    const known = browserOf(browser ?? "");
    if (known === undefined) return browser ?? words.unknown;
    return known.system === undefined ? known.name : words.on(known.name, known.system);
  };
  return (
    <AccountCard title={words.title}>
      <Loaded query={query}>
        {(sessions) => (
          <Stack gap="sm">
            {sessions.map((session) => (
              <Group key={session.sessionId} justify="space-between" gap="xs" data-testid="session">
                <Stack gap={2} style={{ minWidth: 0 }}>
                  <Group gap="xs">
                    <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                      {nameOf(session)}
                    </Text>
                    {session.isCurrent && <StateBadge>{words.current}</StateBadge>}
                  </Group>
                  <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                    {[
                      ...(session.address === null ? [] : [session.address]),
                      words.started(formats.dateTime(session.createdAt)),
                      words.seen(formats.dateTime(session.seenAt)),
                    ].join(" · ")}
                  </Text>
                </Stack>
                {!session.isCurrent && (
                  <ConfirmButton
                    label={words.end}
                    about={nameOf(session)}
                    title={words.endTitle}
                    text={words.endText}
                    mutation={ending}
                    given={session.sessionId}
                    isDangerous
                  />
                )}
              </Group>
            ))}
          </Stack>
        )}
      </Loaded>
    </AccountCard>
  );
}
