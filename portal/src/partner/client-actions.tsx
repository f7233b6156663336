import type { CompanySummary } from "@assay/sdk";
import { Button, Group } from "@mantine/core";
import { IconFolderOpen, IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { sessionQuery } from "../service/session-query.ts";
import { useClient } from "../shell/use-client.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { explainError } from "../ui/explain-error.ts";
import { ButtonLink } from "../ui/links.tsx";
import { notifyProblem } from "../ui/notify.ts";

/** What a person of the partner can do with a company: open its work, and for owners its keys. */
export function ClientActions({ company: { companyId, name } }: { company: CompanySummary }) {
  const { access: words, keys, ui } = useTexts();
  const { data: session } = useQuery(sessionQuery);
  const opening = useClient();
  const { error } = opening;
  useEffect(() => {
    if (error !== null) notifyProblem(name, explainError(error, ui).text);
  }, [error, name, ui]);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {session?.person?.role === "partner_owner" && (
        <ButtonLink
          to="/keys"
          search={{ companyId }}
          size="compact-sm"
          variant="default"
          leftSection={<IconKey size={14} aria-hidden />}
          aria-label={ui.labelled(keys.title, name)}
        >
          {keys.title}
        </ButtonLink>
      )}
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconFolderOpen size={14} aria-hidden />}
        aria-label={ui.labelled(words.open, name)}
        loading={opening.isPending}
        onClick={() => opening.mutate(companyId)}
      >
        {words.open}
      </Button>
    </Group>
  );
}
