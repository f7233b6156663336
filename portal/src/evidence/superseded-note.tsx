import { Alert } from "@mantine/core";
import { IconVersions } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { detailsQuery } from "../service/details-query.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { AnchorLink } from "../ui/links.tsx";

/** Says that a newer version counts in place of this document; empty while this one counts. */
export function SupersededNote({ documentId }: { documentId: string }) {
  const { item: words } = useTexts().evidence;
  const { data: details } = useQuery(detailsQuery(documentId));
  const newer = details?.supersededBy ?? null;
  if (newer === null) return null;
  return (
    <Alert icon={<IconVersions aria-hidden />} title={words.superseded} data-testid="superseded">
      {words.supersededText}{" "}
      <AnchorLink to="/documents/$id" params={{ id: newer }} size="sm" underline="always">
        {words.openNewer}
      </AnchorLink>
    </Alert>
  );
}
