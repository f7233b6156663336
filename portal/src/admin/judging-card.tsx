import { List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { administration } from "../service/administration.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { SystemCard } from "./system-card.tsx";

/** What documents are judged by, and exactly what of them leaves the machine. */
export function JudgingCard() {
  const { judging: words } = useTexts().admin;
  const formats = useFormats();
  const query = useQuery({
    queryKey: ["admin", "analysis"],
    queryFn: ({ signal }) => administration.getAnalysisSettings({ signal }),
  });
  return (
    <SystemCard title={words.title}>
      <Loaded query={query}>
        {({ externalModels, workers, workersWithExternalModel }) => (
          <Stack gap="xs">
            {externalModels.length === 0 && <Text size="sm">{words.offline}</Text>}
            {externalModels.map((one) => (
              <Stack gap="xs" key={`${one.provider} ${one.baseUrl} ${one.model} ${one.tokensPerDocument}`}>
                <Text size="sm">{words.outside(one.provider, one.model, one.baseUrl)}</Text>
                <List size="sm">
                  {words.leaves.map((leaving) => (
                    <List.Item key={leaving}>{leaving}</List.Item>
                  ))}
                </List>
                <Text size="sm" c="dimmed">
                  {words.budget(formats.number(one.tokensPerDocument))}
                </Text>
              </Stack>
            ))}
            {workersWithExternalModel > 0 && workersWithExternalModel < workers && (
              <Text size="sm">
                {words.someWorkers(formats.number(workersWithExternalModel), formats.number(workers))}
              </Text>
            )}
            {workers === 0 && (
              <Text size="sm" c="dimmed">
                {words.noWorkers}
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </SystemCard>
  );
}
