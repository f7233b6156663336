import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  IconChevronDown,
  IconDots,
  IconDownload,
  IconFileDiff,
  IconFilePlus,
  IconRefresh,
  IconTrash,
} from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { assay } from "../service/assay.ts";
import { detailsQuery } from "../service/details-query.ts";
import { sessionQuery } from "../service/session-query.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { explainError } from "../ui/explain-error.ts";
import { notify, notifyProblem } from "../ui/notify.ts";
import { saveFile } from "../ui/save-file.ts";
import { showsDocuments } from "./review-queries.ts";

/** Loaded when it is opened. */
const SuggestedTexts = lazy(() =>
  import("./suggested-texts.tsx").then((module) => ({ default: module.SuggestedTexts })),
);

interface DocumentMenuProps {
  documentId: string;
  fileName: string;
  complianceReviewId: string;
  status: string;
  /** Called when the document is gone. */
  onDeleted?: () => void;
  /** A button with a label instead of an icon. */
  isButton?: boolean;
}

/** Downloads, replaces, retries and deletes a document. */
export function DocumentMenu({
  documentId,
  fileName,
  complianceReviewId,
  status,
  onDeleted,
  isButton,
}: DocumentMenuProps) {
  const { lifecycle: words, suggestions, ui } = useTexts();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const mayDelete = session?.person == null || session.person.role === "company_owner";
  const [isOpen, setOpen] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [isSuggesting, setSuggesting] = useState(false);
  const { data: details } = useQuery({ ...detailsQuery(documentId), enabled: isOpen });
  const onError = (error: unknown) => notifyProblem(ui.error.action, explainError(error, ui).text);
  const download = useMutation({
    mutationFn: (fileId: string) => assay.getDocumentOriginal(documentId, fileId),
    onSuccess: saveFile,
    onError,
  });
  const retry = useMutation({
    mutationFn: () => assay.retryOwnDocument(documentId),
    onSuccess: async (again) => {
      await client.invalidateQueries({ predicate: showsDocuments });
      await navigate({ to: "/documents/$id", params: { id: again.documentId } });
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: () => assay.deleteDocument(documentId),
    onSuccess: async () => {
      notify(words.deleted);
      onDeleted?.();
      client.removeQueries({ queryKey: ["document", documentId] });
      await client.invalidateQueries({ predicate: showsDocuments });
    },
  });
  const name = ui.labelled(words.actions, fileName);
  const files = details?.files ?? [];
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} opened={isOpen} onChange={setOpen}>
        <Menu.Target>
          {isButton ? (
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
              {words.actions}
            </Button>
          ) : (
            <ActionIcon variant="subtle" color="gray" aria-label={name}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {files.map(({ fileId, fileName: original, isOriginalKept }) => (
            <Menu.Item
              key={fileId}
              disabled={!isOriginalKept}
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => download.mutate(fileId)}
              style={{ overflowWrap: "anywhere" }}
            >
              {isOriginalKept ? words.download(original) : words.originalErased(original)}
            </Menu.Item>
          ))}
          {status === "completed" && details?.supersededBy === null && (
            <Menu.Item
              leftSection={<IconFilePlus size={16} aria-hidden />}
              onClick={() =>
                void navigate({ to: "/submit", search: { review: complianceReviewId, supersedes: documentId } })
              }
            >
              {words.replace}
            </Menu.Item>
          )}
          {status === "completed" && (
            <Menu.Item leftSection={<IconFileDiff size={16} aria-hidden />} onClick={() => setSuggesting(true)}>
              {suggestions.open}
            </Menu.Item>
          )}
          {status === "failed" && details?.retriedAs === null && (
            <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => retry.mutate()}>
              {words.retry}
            </Menu.Item>
          )}
          {mayDelete && <Menu.Divider />}
          {mayDelete && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => {
                remove.reset();
                setDeleting(true);
              }}
            >
              {words.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isSuggesting && (
        <Suspense>
          <SuggestedTexts documentId={documentId} onClose={() => setSuggesting(false)} />
        </Suspense>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={words.deleteTitle}
          text={words.deleteText(fileName)}
          confirm={words.delete}
          mutation={remove}
          given={undefined}
          isDangerous
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  );
}
