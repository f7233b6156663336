import { Alert, Text } from "@mantine/core";
import { IconVersions } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../texts/texts-context.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { replacedQuery } from "./catalogue-queries.ts";

/** Says which document the submission is a new version of. */
export function Replaced({ documentId }: { documentId: string }) {
  const { lifecycle: words } = useTexts();
  const query = useQuery(replacedQuery(documentId));
  return (
    <Loaded query={query}>
      {({ fileName }) => (
        <Alert icon={<IconVersions aria-hidden />} title={words.replacing(fileName)} data-testid="replaced">
          <Text size="sm">{words.replacingText}</Text>
          <AnchorLink to="/documents/$id" params={{ id: documentId }} size="sm">
            {fileName}
          </AnchorLink>
        </Alert>
      )}
    </Loaded>
  );
}
