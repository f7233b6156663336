import type { Answer } from "@assay/sdk";
import { Alert, Button, Code, Group, Modal, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconShare3 } from "@tabler/icons-react";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useCanDecide } from "../decisions/use-can-decide.ts";
import { assay } from "../service/assay.ts";
import { sessionQuery } from "../service/session-query.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { CopyTextButton } from "../ui/copy-text-button.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

type Link = Answer<"listReviewLinks">["links"][number];

const linksQuery = (reviewId: string) =>
  queryOptions({
    queryKey: ["review-links", reviewId],
    queryFn: async ({ signal }) => (await assay.listReviewLinks(reviewId, { signal })).links,
  });

const days = { least: 1, most: 90, usual: 14 };

/** Makes, lists and revokes links by which an auditor reads the review. */
export function ShareButton({ reviewId }: { reviewId: string }) {
  const { share: words } = useTexts().review;
  const { data: session } = useQuery(sessionQuery);
  const [isOpen, { open, close }] = useDisclosure();
  const canDecide = useCanDecide();
  // Who of the partner works for a client does not hand its reviews out.
  if (!canDecide || session?.person?.role === "consultant") return null;
  return (
    <>
      <Button variant="default" leftSection={<IconShare3 size={16} aria-hidden />} onClick={open}>
        {words.button}
      </Button>
      {isOpen && <ShareDialog reviewId={reviewId} onClose={close} />}
    </>
  );
}

function ShareDialog({ reviewId, onClose }: { reviewId: string; onClose: () => void }) {
  const { review, ui } = useTexts();
  const { share: words } = review;
  const client = useQueryClient();
  const [label, setLabel] = useState("");
  const [chosen, setChosen] = useState<number | string>(days.usual);
  const query = useQuery(linksQuery(reviewId));
  const making = useMutation({
    mutationFn: () => assay.createReviewLink(reviewId, { label: label.trim(), days: Number(chosen) }),
    // The link is shown once, and kept nowhere.
    gcTime: 0,
    onSuccess: () => {
      setLabel("");
      return client.invalidateQueries({ queryKey: linksQuery(reviewId).queryKey });
    },
  });
  const isRight = label.trim() !== "" && Number(chosen) >= days.least && Number(chosen) <= days.most;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight && !making.isPending) making.mutate();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      closeButtonProps={{ "aria-label": ui.close }}
      size="lg"
      centered
    >
      <Stack gap="md">
        <Text size="sm">{words.lead}</Text>
        {making.data !== undefined && (
          <Alert color="yellow">
            <Stack gap="xs" align="flex-start">
              <Text size="sm" fw={650}>
                {words.once}
              </Text>
              <Code block data-testid="review-link" style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
                {window.location.origin + making.data.path}
              </Code>
              <CopyTextButton text={window.location.origin + making.data.path} size="sm" />
            </Stack>
          </Alert>
        )}
        <Stack gap="sm" component="form" onSubmit={submit}>
          <TextInput
            label={words.label}
            placeholder={words.labelHint}
            value={label}
            maxLength={200}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
            data-autofocus
          />
          <NumberInput
            label={words.days}
            value={chosen}
            onChange={setChosen}
            min={days.least}
            max={days.most}
            allowDecimal={false}
            hideControls
          />
          <DialogFooter confirm={words.make} onCancel={onClose} mutation={making} isDisabled={!isRight} />
        </Stack>
        <Loaded query={query}>
          {(links) => (
            <Stack gap="xs">
              {links.map((link) => (
                <LinkRow key={link.linkId} reviewId={reviewId} link={link} />
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </Modal>
  );
}

function LinkRow({ reviewId, link }: { reviewId: string; link: Link }) {
  const { share: words } = useTexts().review;
  const formats = useFormats();
  const client = useQueryClient();
  const revoking = useMutation({
    mutationFn: (linkId: string) => assay.revokeReviewLink(reviewId, linkId),
    onSuccess: () => client.invalidateQueries({ queryKey: linksQuery(reviewId).queryKey }),
  });
  const { linkId, label, createdBy, expiresAt, revokedAt, openedCount, lastOpenedAt } = link;
  const state = revokedAt !== null ? "revoked" : new Date(expiresAt) <= new Date() ? "expired" : "valid";
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" data-testid="review-link-row">
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text size="sm" fw={550} style={{ overflowWrap: "anywhere" }}>
            {label}
          </Text>
          <StateBadge color={state === "valid" ? "green" : "gray"}>{words.states[state]}</StateBadge>
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {[
            ...[createdBy.name, words.until(formats.date(expiresAt))],
            lastOpenedAt === null
              ? words.neverOpened
              : words.opened(formats.number(openedCount), formats.dateTime(lastOpenedAt)),
          ].join(" · ")}
        </Text>
      </Stack>
      {state === "valid" && (
        <ConfirmButton
          label={words.revoke}
          about={label}
          title={words.revoke}
          text={words.revokeText(label)}
          mutation={revoking}
          given={linkId}
          isDangerous
          button={{ size: "compact-xs" }}
        />
      )}
    </Group>
  );
}
