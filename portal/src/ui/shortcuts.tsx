import { ActionIcon, Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconKeyboard } from "@tabler/icons-react";
import { useTexts } from "../texts/texts-context.tsx";

export interface Shortcut {
  key: string;
  label: string;
  /** Absent for what the browser does by itself, such as Enter on a link. */
  act?: () => void;
}

/** Keys mean something else in dialogs and menus, and Enter belongs to what has the focus. */
function isTaken({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (document.querySelector('[role="dialog"]') !== null || target.closest('[role="menu"]') !== null) return true;
  return key === "Enter" && target.closest("a, button, summary, label") !== null;
}

/** The page's keyboard shortcuts, and a button that lists them, as "?" does. Not while something is being typed. */
export function Shortcuts({ shortcuts }: { shortcuts: Shortcut[] }) {
  const { ui } = useTexts();
  const [isOpen, { open, close }] = useDisclosure();
  const listed = [...shortcuts, { key: "?", label: ui.shortcuts.help, act: open }];
  useHotkeys(
    listed.flatMap(({ key, act }) => {
      if (act === undefined) return [];
      const heed = (event: KeyboardEvent) => {
        if (isTaken(event)) return;
        event.preventDefault();
        act();
      };
      // Most keyboards have "?" with Shift, some without.
      return [key, ...(key === "?" ? ["shift+?"] : [])].map((one) => [one, heed, { preventDefault: false }] as const);
    }),
  );
  return (
    <>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={ui.shortcuts.title}
        title={ui.shortcuts.title}
        onClick={open}
        visibleFrom="sm"
      >
        <IconKeyboard size={18} aria-hidden />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={close}
        title={ui.shortcuts.title}
        closeButtonProps={{ "aria-label": ui.close }}
        size="sm"
        centered
      >
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {listed.map(({ key, label }) => (
            <Group key={key} component="li" justify="space-between" wrap="nowrap">
              <Text size="sm">{label}</Text>
              <Kbd>{key}</Kbd>
            </Group>
          ))}
        </Stack>
      </Modal>
    </>
  );
}
