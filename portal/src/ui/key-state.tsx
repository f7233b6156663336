import { Text } from "@mantine/core";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { StateBadge } from "./state-badge.tsx";

type KeyState = "active" | "revoked" | "expired";
type Ends = { revokedAt: string | null; expiresAt: string | null };

export function stateOf({ revokedAt, expiresAt }: Ends): KeyState {
  if (revokedAt !== null) return "revoked";
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? "expired" : "active";
}

const colours: Record<KeyState, string> = { active: "green", revoked: "red", expired: "gray" };

export function KeyStateBadge({ apiKey }: { apiKey: Ends }) {
  const { partner: words } = useTexts().admin;
  const state = stateOf(apiKey);
  return <StateBadge color={colours[state]}>{words[state]}</StateBadge>;
}

/** How people tell their keys apart. */
export const shownKey = ({ prefix, lastFour }: { prefix: string; lastFour: string }) => `${prefix}…${lastFour}`;

export function DateOrNever({ at, withTime = false }: { at: string | null; withTime?: boolean }) {
  const { ui } = useTexts();
  const formats = useFormats();
  if (at === null)
    return (
      <Text span size="sm" c="dimmed">
        {ui.never}
      </Text>
    );
  return withTime ? formats.dateTime(at) : formats.date(at);
}
