import { Paper, Stack, Title } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import { deliveriesQuery } from "./webhook-queries.ts";

/** The latest events, newest first. */
export function Deliveries() {
  const { webhooks: words } = useTexts();
  const query = useQuery(deliveriesQuery);
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h4">
        {words.deliveries}
      </Title>
      <Loaded query={query}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <EmptyState icon={IconSend} title={words.empty} text={words.emptyText} />
          ) : (
            <Paper withBorder>
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} />
              ))}
            </Paper>
          )
        }
      </Loaded>
    </Stack>
  );
}
