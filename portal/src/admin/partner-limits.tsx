import type { Partner } from "@assay/sdk";
import { Button, Group, NumberInput, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { notify } from "../ui/notify.ts";
import { partnerQuery } from "./admin-queries.ts";

const names = ["partnerPerMinute", "companyPerMinute", "submissionsPerHour"] as const;
const mostPerWindow = 1_000_000_000;

export function PartnerLimits({ partner }: { partner: Partner }) {
  const { admin, ui } = useTexts();
  const { partner: words } = admin;
  const queryClient = useQueryClient();
  const [limits, setLimits] = useState<Partner["limits"]>(partner.limits);
  const save = useMutation({
    mutationFn: () => administration.replaceLimits(partner.partnerId, limits),
    onSuccess: (changed) => {
      queryClient.setQueryData(partnerQuery(partner.partnerId).queryKey, changed);
      notify(ui.saved);
    },
  });
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {words.limits}
        </Title>
        <Text size="sm" c="dimmed">
          {words.limitsLead}
        </Text>
      </div>
      <Paper withBorder p="md">
        <Stack gap="md">
          <SimpleGrid cols={{ base: 1, sm: 3 }}>
            {names.map((name) => (
              <NumberInput
                key={name}
                label={words[name]}
                placeholder={words.asService}
                value={limits[name] ?? ""}
                min={1}
                max={mostPerWindow}
                allowDecimal={false}
                allowNegative={false}
                hideControls
                onChange={(value) => {
                  const { [name]: _, ...others } = limits;
                  setLimits(typeof value === "number" ? { ...others, [name]: value } : others);
                }}
              />
            ))}
          </SimpleGrid>
          {save.isError && <ErrorState error={save.error} title={ui.error.action} />}
          <Group>
            <Button
              onClick={() => save.mutate()}
              loading={save.isPending}
              aria-label={ui.labelled(ui.save, words.limits)}
            >
              {ui.save}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}
