import type { Partner } from "@assay/sdk";
import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

/** Suspends a partner with its companies, or resumes it. */
export function SuspendPartner({ partner: { partnerId, name, suspendedAt } }: { partner: Partner }) {
  const { partners: words } = useTexts().admin;
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const isSuspended = suspendedAt !== null;
  const changing = useMutation({
    mutationFn: (wanted: boolean) => administration.suspendPartner(partnerId, wanted),
    onSuccess: () => client.invalidateQueries({ queryKey: ["admin"] }),
  });
  const Picture = isSuspended ? IconPlayerPlay : IconPlayerPause;
  return (
    <>
      <Button variant="default" leftSection={<Picture size={16} aria-hidden />} onClick={open}>
        {isSuspended ? words.resume : words.suspend}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={isSuspended ? words.resumeTitle(name) : words.suspendTitle(name)}
          text={isSuspended ? words.resumeText : words.suspendText}
          confirm={isSuspended ? words.resume : words.suspend}
          mutation={changing}
          given={!isSuspended}
          isDangerous={!isSuspended}
          onClose={close}
        />
      )}
    </>
  );
}
