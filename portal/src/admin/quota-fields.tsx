import { Button, Group, NumberInput, Paper, Progress, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { notify } from "../ui/notify.ts";
import { type QuotaName, type QuotaOwner, type Quotas, quotasOf } from "./quota-owner.ts";

const names = ["storedBytes", "openUploadBytes", "archiveMembers", "waitingDocuments", "companies"] as const;
const bytesPerMegabyte = 1_000_000;
/** In megabytes, six decimals are single bytes. */
const decimals = 6;

const isBytes = (name: QuotaName) => name === "storedBytes" || name === "openUploadBytes";
const toShown = (name: QuotaName, value: number) => (isBytes(name) ? value / bytesPerMegabyte : value);
const fromShown = (name: QuotaName, value: number) => (isBytes(name) ? Math.round(value * bytesPerMegabyte) : value);
const most = (name: QuotaName) => Math.floor(toShown(name, Number.MAX_SAFE_INTEGER));

/** What a partner or a company may hold and holds, with what the administrator has set for it. */
export function QuotaFields({ owner }: { owner: QuotaOwner }) {
  const { quotas: words } = useTexts();
  const { queryKey, read } = quotasOf(owner);
  const query = useQuery({ queryKey, queryFn: ({ signal }) => read(signal) });
  return (
    <Stack gap="sm" component="section" aria-label={words.title}>
      <div>
        <Title order={2} size="h4">
          {words.title}
        </Title>
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
      </div>
      <Loaded query={query}>{(quotas) => <Fields owner={owner} quotas={quotas} />}</Loaded>
    </Stack>
  );
}

function Fields({ owner, quotas }: { owner: QuotaOwner; quotas: Quotas }) {
  const { quotas: words, ui } = useTexts();
  const formats = useFormats();
  const queryClient = useQueryClient();
  const { queryKey, replace } = quotasOf(owner);
  const [overrides, setOverrides] = useState(quotas.overrides);
  const save = useMutation({
    mutationFn: () => replace(overrides),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, changed);
      notify(ui.saved);
    },
  });

  function change(name: QuotaName, value: string | number): void {
    const { [name]: _, ...others } = overrides;
    setOverrides(typeof value === "number" ? { ...others, [name]: fromShown(name, value) } : others);
  }

  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {names.map((name) => {
            const { [name]: usage } = quotas;
            const { [name]: override } = overrides;
            const { [name]: byDefault } = quotas.defaults;
            if (usage === undefined) return null;
            const format = isBytes(name) ? formats.bytes : formats.number;
            const used = words.used(format(usage.used), format(usage.allowed));
            return (
              <Stack key={name} gap={6}>
                <NumberInput
                  label={words[name]}
                  placeholder={byDefault === undefined ? "" : formats.number(toShown(name, byDefault))}
                  value={override === undefined ? "" : toShown(name, override)}
                  min={0}
                  max={most(name)}
                  decimalScale={decimals}
                  allowedDecimalSeparators={[".", ","]}
                  allowDecimal={isBytes(name)}
                  allowNegative={false}
                  hideControls
                  onChange={(value) => change(name, value)}
                />
                <Progress
                  value={usage.allowed === 0 ? 100 : Math.min(100, (100 * usage.used) / usage.allowed)}
                  aria-label={ui.labelled(words[name], used)}
                />
                <Text size="xs" c="dimmed">
                  {used}
                </Text>
              </Stack>
            );
          })}
        </SimpleGrid>
        {save.isError && <ErrorState error={save.error} title={ui.error.action} />}
        <Group>
          <Button onClick={() => save.mutate()} loading={save.isPending} aria-label={ui.labelled(ui.save, words.title)}>
            {ui.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
