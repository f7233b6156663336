import { Button } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { explainError } from "../ui/explain-error.ts";
import { notify, notifyProblem } from "../ui/notify.ts";
import { deliveriesQuery } from "./webhook-queries.ts";

/** Sends a test event and shows it among the deliveries. */
export function TestButton() {
  const { webhooks: words, ui } = useTexts();
  const client = useQueryClient();
  const sending = useMutation({
    mutationFn: () => assay.testWebhook(),
    onSuccess: () => notify(words.testSent),
    onError: (error) => notifyProblem(ui.error.action, explainError(error, ui).text),
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesQuery.queryKey }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} aria-hidden />}
      loading={sending.isPending}
      onClick={() => sending.mutate()}
    >
      {words.test}
    </Button>
  );
}
