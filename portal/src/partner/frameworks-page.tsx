import { Accordion, Badge, Group, Stack, Text } from "@mantine/core";
import { IconScale } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { useSpoken } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";

/** The frameworks and controls this key may use. */
export function FrameworksPage() {
  const { texts, language } = useSpoken();
  const { frameworks: words } = texts.partner;
  const query = useQuery({
    queryKey: ["frameworks", language],
    queryFn: ({ signal }) => assay.listComplianceFrameworks({ language, signal }),
  });
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={query}>
        {({ frameworks }) =>
          frameworks.length === 0 ? (
            <EmptyState icon={IconScale} title={words.empty} text={words.emptyText} />
          ) : (
            <Accordion variant="separated" multiple order={2}>
              {frameworks.map((framework) => (
                <Accordion.Item key={framework.id} value={framework.id}>
                  <Accordion.Control>
                    <Group gap="xs">
                      <Text fw={600}>{framework.name}</Text>
                      <Badge variant="default">{framework.version}</Badge>
                      <Text size="sm" c="dimmed">
                        {words.controls(framework.controls.length)}
                      </Text>
                    </Group>
                  </Accordion.Control>
                  <Accordion.Panel>
                    <Stack gap="md">
                      {framework.controls.map((control) => (
                        <div key={control.id}>
                          <Group gap="xs">
                            <Text fw={600} size="sm">
                              {control.name}
                            </Text>
                            <Badge size="sm" variant="light">
                              {control.code}
                            </Badge>
                            <Text size="xs" c="dimmed">
                              {words.items(control.itemCount)}
                            </Text>
                          </Group>
                          <Text size="sm" c="dimmed">
                            {control.description}
                          </Text>
                        </div>
                      ))}
                    </Stack>
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
            </Accordion>
          )
        }
      </Loaded>
    </Page>
  );
}
