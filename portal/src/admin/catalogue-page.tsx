import type { Framework } from "@assay/sdk";
import { Button, Grid, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFileImport, IconScale } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useTexts } from "../texts/texts-context.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { NavigationLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { frameworksQuery } from "./admin-queries.ts";
import { CatalogueControl } from "./catalogue-control.tsx";
import { ImportFramework } from "./import-framework.tsx";

/** The list of controls, with the chosen control beside it. */
export function CataloguePage() {
  const { catalogue: words } = useTexts().admin;
  const { control } = useSearch({ from: "/shell/catalogue" });
  const [isImporting, { open, close }] = useDisclosure();
  const query = useQuery(frameworksQuery);
  const actions = (
    <Button leftSection={<IconFileImport size={16} aria-hidden />} onClick={open}>
      {words.import}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Loaded query={query}>{(frameworks) => <ControlList frameworks={frameworks} chosen={control} />}</Loaded>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          {control === undefined ? (
            <EmptyState icon={IconScale} title={words.choose} text={words.chooseText} />
          ) : (
            <CatalogueControl key={control} controlId={control} />
          )}
        </Grid.Col>
      </Grid>
      <ImportFramework isOpen={isImporting} onClose={close} />
    </Page>
  );
}

function ControlList({ frameworks, chosen }: { frameworks: Framework[]; chosen: string | undefined }) {
  const { catalogue: words } = useTexts().admin;
  return (
    <Stack component="nav" gap="md" aria-label={words.controls}>
      {frameworks.map((framework) => (
        <div key={framework.id}>
          <Title order={2} size="sm" px="xs">
            {framework.name}
          </Title>
          <Text size="xs" c="dimmed" px="xs" mb={4}>
            {framework.code} · {framework.version}
          </Text>
          {framework.controls.map((control) => (
            <NavigationLink
              key={control.id}
              to="/catalogue"
              search={{ control: control.id }}
              label={control.name}
              description={words.items(control.itemCount)}
              active={control.id === chosen}
              aria-current={control.id === chosen ? "true" : undefined}
              styles={{
                // On the ground of the chosen one under the pointer, dimmed text would have too little contrast.
                description:
                  control.id === chosen ? { color: "inherit", opacity: 1 } : { color: "var(--mantine-color-dimmed)" },
              }}
            />
          ))}
        </div>
      ))}
    </Stack>
  );
}
