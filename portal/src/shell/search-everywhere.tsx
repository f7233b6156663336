import { UnstyledButton } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import type { Role } from "../service/session-query.ts";
import { useTexts } from "../texts/texts-context.tsx";
import shellStyles from "./shell.module.css";

/** Not part of the first load. */
const SearchDialog = lazy(() => import("./search-dialog.tsx").then((module) => ({ default: module.SearchDialog })));

/** Ctrl-K finds reviews, documents, requirements, companies and partners, and opens them. */
export function SearchEverywhere({ role }: { role: Role }) {
  const { shell } = useTexts();
  const { search: words } = shell;
  const [isOpen, { open, close }] = useDisclosure();
  // Also while something is being typed.
  useHotkeys([["mod+K", open]], []);
  return (
    <>
      <UnstyledButton className={shellStyles["tool"]} aria-label={words.open} title={words.hint} onClick={open}>
        <IconSearch size={18} aria-hidden />
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <SearchDialog role={role} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
