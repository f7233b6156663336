import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { Deliveries } from "./deliveries.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { TestButton } from "./test-button.tsx";
import { WebhookForm } from "./webhook-form.tsx";
import { webhookQuery } from "./webhook-queries.ts";
import { WebhookSummary } from "./webhook-summary.tsx";

/** The webhook's settings and deliveries. */
export function WebhooksPage() {
  const { webhooks: words } = useTexts();
  const query = useQuery(webhookQuery);
  const [secret, setSecret] = useState<string>();
  return (
    <Page title={words.title} lead={words.lead} actions={query.data ? <TestButton /> : undefined}>
      {secret !== undefined && <ShownSecret secret={secret} onClose={() => setSecret(undefined)} />}
      <Loaded query={query}>
        {(webhook) => (
          <Stack gap="lg">
            {webhook !== null && <WebhookSummary webhook={webhook} />}
            <WebhookForm key={webhook?.id ?? "new"} webhook={webhook} onSecret={setSecret} />
            {webhook !== null && <Deliveries />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
