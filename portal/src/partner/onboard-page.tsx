import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { assay } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { Page } from "../ui/page.tsx";
import { ShownOnceKey } from "../ui/shown-once-key.tsx";

const details = ["country", "taxId", "phone", "address", "postalCode", "city"] as const;
type Field = "name" | "legalName" | (typeof details)[number];
type Form = Record<Field, string>;

const empty = Object.fromEntries(["name", "legalName", ...details].map((field) => [field, ""])) as Form;
const longest = { name: 200, other: 500 };

/** Onboards a company; its key is shown once, right after. */
export function OnboardPage() {
  const { partner, ui } = useTexts();
  const { onboard: words } = partner;
  const queryClient = useQueryClient();
  const [form, setForm] = useState(empty);
  const [isMissing, setIsMissing] = useState(false);
  const [apiKey, setApiKey] = useState<string>();
  const [doneName, setDoneName] = useState<string>();
  const nameInput = useRef<HTMLInputElement>(null);

  const onboard = useMutation({
    mutationFn: ({ name, ...others }: Form) => {
      const given = Object.entries(others).map(([field, text]) => [field, text.trim()] as const);
      return assay.onboardCompany({
        name: name.trim(),
        ...Object.fromEntries(given.filter(([, text]) => text !== "")),
      });
    },
    // The response contains the key, which must not outlive the dialog.
    gcTime: 0,
    onSuccess: ({ companyApiKey }, { name }) => {
      setApiKey(companyApiKey);
      setDoneName(name.trim());
      setForm(empty);
      void queryClient.invalidateQueries({ queryKey: ["partner"] });
    },
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const isNameMissing = form.name.trim() === "";
    setIsMissing(isNameMissing);
    if (isNameMissing) nameInput.current?.focus();
    else onboard.mutate(form);
  }

  const set = (field: Field, text: string) => setForm((before) => ({ ...before, [field]: text }));
  return (
    <Page title={words.title} lead={words.lead}>
      {doneName !== undefined && (
        <Alert color="green" icon={<IconCircleCheck aria-hidden />} title={words.done(doneName)} role="status">
          <Text size="sm">{words.doneText}</Text>
          <AnchorLink to="/clients" size="sm" underline="always">
            {words.toClients}
          </AnchorLink>
        </Alert>
      )}
      <Paper withBorder p="lg" maw={760}>
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <TextInput
              ref={nameInput}
              label={words.name}
              value={form.name}
              maxLength={longest.name}
              onChange={(event) => set("name", event.currentTarget.value)}
              error={isMissing && words.nameMissing}
              required
              autoComplete="off"
            />
            <TextInput
              label={words.legalName}
              description={words.legalNameHint}
              value={form.legalName}
              maxLength={longest.other}
              onChange={(event) => set("legalName", event.currentTarget.value)}
              autoComplete="off"
            />
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {details.map((field) => (
                <TextInput
                  key={field}
                  label={words[field]}
                  value={form[field]}
                  maxLength={longest.other}
                  onChange={(event) => set(field, event.currentTarget.value)}
                  autoComplete="off"
                />
              ))}
            </SimpleGrid>
            {onboard.isError && <ErrorState error={onboard.error} title={ui.error.action} />}
            <Group>
              <Button type="submit" loading={onboard.isPending}>
                {words.submit}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
      <ShownOnceKey
        apiKey={apiKey}
        onDone={() => {
          setApiKey(undefined);
          onboard.reset();
        }}
      />
    </Page>
  );
}
