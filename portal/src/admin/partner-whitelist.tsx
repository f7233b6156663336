import type { Framework, Partner } from "@assay/sdk";
import { Button, Checkbox, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { administration } from "../service/administration.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { notify } from "../ui/notify.ts";
import { frameworksQuery, partnerQuery } from "./admin-queries.ts";

/** The controls that a whitelist allows; undefined means all, including later ones. */
function controlsOf({ frameworkIds, controlIds }: Partner, frameworks: Framework[]): Set<string> | undefined {
  if (frameworkIds === null) return undefined;
  const controls = frameworks.filter(({ id }) => frameworkIds.includes(id)).flatMap((framework) => framework.controls);
  return new Set(controls.map(({ id }) => id).filter((id) => controlIds === null || controlIds.includes(id)));
}

/** A fully selected framework is saved as a framework, so that controls added later are allowed too. */
function toWhitelist(chosen: Set<string>, frameworks: Framework[]) {
  const touched = frameworks.filter(({ controls }) => controls.some(({ id }) => chosen.has(id)));
  const isWhole = touched.every(({ controls }) => controls.every(({ id }) => chosen.has(id)));
  const frameworkIds = touched.map(({ id }) => id);
  return isWhole ? { frameworkIds } : { frameworkIds, controlIds: [...chosen] };
}

export function PartnerWhitelist({ partner }: { partner: Partner }) {
  const { partner: words } = useTexts().admin;
  const frameworks = useQuery(frameworksQuery);
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} size="h4">
          {words.whitelist}
        </Title>
        <Text size="sm" c="dimmed">
          {words.whitelistLead}
        </Text>
      </div>
      <Loaded query={frameworks}>{(all) => <Choice partner={partner} frameworks={all} />}</Loaded>
    </Stack>
  );
}

function Choice({ partner, frameworks }: { partner: Partner; frameworks: Framework[] }) {
  const { admin, ui } = useTexts();
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(() => controlsOf(partner, frameworks));
  const everyControl = frameworks.flatMap(({ controls }) => controls.map(({ id }) => id));
  const save = useMutation({
    mutationFn: () => {
      const whitelist = chosen === undefined ? { frameworkIds: null } : toWhitelist(chosen, frameworks);
      return administration.replaceWhitelist(partner.partnerId, whitelist);
    },
    onSuccess: (changed) => {
      queryClient.setQueryData(partnerQuery(partner.partnerId).queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: ["admin", "partners"] });
      notify(ui.saved);
    },
  });

  function set(ids: string[], isOn: boolean): void {
    const next = new Set(chosen ?? everyControl);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    setChosen(next);
  }

  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Checkbox
          label={admin.partner.every}
          checked={chosen === undefined}
          onChange={(event) => setChosen(event.currentTarget.checked ? undefined : new Set(everyControl))}
        />
        {chosen !== undefined &&
          frameworks.map((framework) => {
            const ids = framework.controls.map(({ id }) => id);
            const count = ids.filter((id) => chosen.has(id)).length;
            return (
              <Stack key={framework.id} gap={6}>
                <Checkbox
                  label={framework.name}
                  fw={600}
                  checked={count === ids.length}
                  indeterminate={count > 0 && count < ids.length}
                  onChange={(event) => set(ids, event.currentTarget.checked)}
                />
                <Stack gap={6} pl="xl">
                  {framework.controls.map((control) => (
                    <Checkbox
                      key={control.id}
                      label={control.name}
                      checked={chosen.has(control.id)}
                      onChange={(event) => set([control.id], event.currentTarget.checked)}
                    />
                  ))}
                </Stack>
              </Stack>
            );
          })}
        {save.isError && <ErrorState error={save.error} title={ui.error.action} />}
        <Group>
          <Button
            onClick={() => save.mutate()}
            loading={save.isPending}
            aria-label={ui.labelled(ui.save, admin.partner.whitelist)}
          >
            {ui.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
