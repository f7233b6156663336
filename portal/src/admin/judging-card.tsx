import { List, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { SystemCard } from "./system-card.tsx";

/** What documents are judged by, and exactly what of them leaves the machine. */
export function JudgingCard() {
  const { judging: words } = useTexts().admin;
  const formats = useFormats();
  const query = useQuery({
    queryKey: ["admin", "analysis"],
    queryFn: ({ signal }) => assay.admin.getAnalysisSettings({ signal }),
  });
  return (
    <SystemCard title={words.title}>
      <Loaded query={query}>
        {({ outsideModel }) =>
          outsideModel === null ? (
            <Text size="sm">{words.offline}</Text>
          ) : (
            <Stack gap="xs">
              <Text size="sm">{words.outside(outsideModel.provider, outsideModel.model, outsideModel.baseUrl)}</Text>
              <List size="sm">
                {words.leaves.map((one) => (
                  <List.Item key={one}>{one}</List.Item>
                ))}
              </List>
              <Text size="sm" c="dimmed">
                {words.budget(formats.number(outsideModel.tokensPerDocument))}
              </Text>
            </Stack>
          )
        }
      </Loaded>
    </SystemCard>
  );
}
