import type { Answer } from "@assay/sdk";
import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconVersions } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { detailsQuery } from "../service/details-query.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { notify } from "../ui/notify.ts";

type Proposal = NonNullable<Answer<"getDocumentPredecessor">["proposal"]>;

const predecessorQuery = (documentId: string) =>
  queryOptions({
    queryKey: ["document", documentId, "predecessor"],
    queryFn: ({ signal }) => assay.getDocumentPredecessor(documentId, { signal }),
  });

interface VersionCardProps {
  documentId: string;
}

/** The versions before and after a document that has ended, or the document that it may be a new version of. */
export function VersionCard({ documentId }: VersionCardProps) {
  const { versions: words } = useTexts();
  const formats = useFormats();
  const { data: details } = useQuery(detailsQuery(documentId));
  const { data: predecessor } = useQuery(predecessorQuery(documentId));
  if (details === undefined || predecessor === undefined) return null;
  const { version, supersedes, supersededBy } = details;
  if (predecessor.proposal !== null) return <Proposed documentId={documentId} proposal={predecessor.proposal} />;
  if (supersedes === null && supersededBy === null) return null;
  return (
    <Group gap="md" data-testid="versions">
      <Text size="sm" fw={550}>
        {words.version(formats.number(version))}
      </Text>
      {supersedes !== null && (
        <AnchorLink to="/documents/$id" params={{ id: supersedes }} size="sm">
          {words.before}
        </AnchorLink>
      )}
      {supersedes !== null && (
        <AnchorLink
          to="/documents/$id/compare/$previousId"
          params={{ id: documentId, previousId: supersedes }}
          size="sm"
        >
          {words.compare}
        </AnchorLink>
      )}
      {supersededBy !== null && (
        <AnchorLink to="/documents/$id" params={{ id: supersededBy }} size="sm">
          {words.newer}
        </AnchorLink>
      )}
    </Group>
  );
}

function Proposed({ documentId, proposal }: VersionCardProps & { proposal: Proposal }) {
  const { versions: words, ui } = useTexts();
  const formats = useFormats();
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (supersedes: string) => assay.putDocumentPredecessor(documentId, { supersedes }),
    onSuccess: async () => {
      notify(words.accepted);
      await client.invalidateQueries({
        predicate: ({ queryKey: [kind] }) => ["document", "documents", "review", "reviews"].includes(`${kind}`),
      });
    },
  });
  const { confidence, reasons, textOverlap } = proposal;
  const share = formats.percent((textOverlap ?? 0) * 100);
  const why = reasons.map((reason) => (reason === "text" ? words.because.text(share) : words.because[reason]));
  if (textOverlap !== null && !reasons.includes("text")) why.push(words.differs(share));
  return (
    <Alert icon={<IconVersions aria-hidden />} title={words.proposalTitle} data-testid="predecessor">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {words.proposal(proposal.fileName)} {ui.labelled(words.sure[confidence], formats.list(why))}
        </Text>
        <Group gap="sm">
          <ConfirmButton
            label={words.accept}
            title={words.accept}
            text={words.acceptText(proposal.fileName)}
            mutation={mutation}
            given={proposal.documentId}
          />
          <AnchorLink to="/documents/$id" params={{ id: proposal.documentId }} size="sm">
            {proposal.fileName}
          </AnchorLink>
          <AnchorLink
            to="/documents/$id/compare/$previousId"
            params={{ id: documentId, previousId: proposal.documentId }}
            size="sm"
          >
            {words.compareWith(proposal.fileName)}
          </AnchorLink>
        </Group>
      </Stack>
    </Alert>
  );
}
