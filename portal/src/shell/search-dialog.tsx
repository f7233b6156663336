import { Modal, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useId, useState } from "react";
import type { Role } from "../service/session-query.ts";
import { useSpoken, useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import styles from "./search-everywhere.module.css";
import { type Found, findEverywhere } from "./search-source.ts";

const waitMilliseconds = 200;
const leastLength = 2;

export function SearchDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { shell, ui } = useTexts();
  const { search: words } = shell;
  const { language } = useSpoken();
  const router = useRouter();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [text] = useDebouncedValue(typed.trim(), waitMilliseconds);
  const isAsked = text.length >= leastLength;
  const query = useQuery({
    queryKey: ["search-everywhere", role, text, language],
    queryFn: ({ signal }) => findEverywhere(role, text, signal, language),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const found = isAsked ? (query.data ?? []) : [];
  const chosen = Math.min(at, found.length - 1);
  const optionId = (index: number) => `${listId}-${index}`;

  const go = (one: Found | undefined) => {
    if (one === undefined) return;
    onClose();
    router.history.push(`/portal${one.href}`);
  };
  const heed = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (chosen + step + found.length) % found.length;
      setAt(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    }
    // What is shown may be of an earlier text.
    if (event.key === "Enter" && text === typed.trim() && !query.isPlaceholderData) go(found[chosen]);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      closeButtonProps={{ "aria-label": ui.close }}
      size="lg"
      yOffset="10vh"
    >
      <Stack gap="sm">
        <TextInput
          aria-label={words.field}
          placeholder={words.field}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setAt(0);
          }}
          onKeyDown={heed}
          leftSection={<IconSearch size={16} aria-hidden />}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(found.length > 0 && { "aria-activedescendant": optionId(chosen) })}
          data-autofocus
        />
        {query.isError && <ErrorState error={query.error} />}
        <div id={listId} role="listbox" aria-label={words.found}>
          {found.map((one, index) => (
            <UnstyledButton
              key={`${one.kind} ${one.key}`}
              id={optionId(index)}
              role="option"
              aria-selected={index === chosen}
              tabIndex={-1}
              className={styles["option"]}
              onClick={() => go(one)}
              data-testid="found"
            >
              <Text size="xs" c="dimmed" className={styles["kind"]}>
                {words.kinds[one.kind]}
              </Text>
              <span className={styles["name"]}>
                <Text span size="sm" fw={550}>
                  {one.name}
                </Text>
                {one.about !== "" && (
                  <Text span size="xs" c="dimmed">
                    {one.about}
                  </Text>
                )}
              </span>
            </UnstyledButton>
          ))}
        </div>
        {found.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {isAsked && query.isSuccess && !query.isPlaceholderData ? words.none : words.hintOfRole[role]}
          </Text>
        )}
      </Stack>
    </Modal>
  );
}
