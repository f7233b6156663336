import { useMutation } from "@tanstack/react-query";
import { useTexts } from "../texts/texts-context.tsx";
import { ConfirmButton } from "./confirm-button.tsx";
import { notify } from "./notify.ts";

interface StopAnalysisProps {
  documentId: string;
  /** What the reader knows the document by. */
  name: string;
  cancel: (documentId: string) => Promise<unknown>;
  onCancelled: () => Promise<unknown>;
}

/** Cancels a document that waits or is being analysed. */
export function StopAnalysis({ documentId, name, cancel, onCancelled }: StopAnalysisProps) {
  const { unfinished: words } = useTexts();
  const mutation = useMutation({
    mutationFn: cancel,
    onSuccess: async () => {
      notify(words.stopped);
      await onCancelled();
    },
  });
  return (
    <ConfirmButton
      label={words.stop}
      about={name}
      title={words.stopTitle}
      text={words.stopText(name)}
      mutation={mutation}
      given={documentId}
      isDangerous
    />
  );
}
