import type { Branding } from "@assay/sdk";
import { Button, ColorInput, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { notify } from "../ui/notify.ts";
import { brandingQuery } from "./branding-query.ts";
import { ImageField } from "./image-field.tsx";

interface BrandingFormProps {
  branding: Branding;
  onChange: (branding: Branding) => void;
}

export function BrandingForm({ branding, onChange }: BrandingFormProps) {
  const { branding: words, ui } = useTexts();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () =>
      assay.replaceBranding({
        ...branding,
        logo: branding.logo?.data ?? null,
        cover: branding.cover?.data ?? null,
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(brandingQuery.queryKey, saved);
      onChange(saved);
      notify(ui.saved);
    },
  });
  const set = (changed: Partial<Branding>) => onChange({ ...branding, ...changed });
  const text = (name: "name" | "contact" | "disclaimer") => ({
    label: words[name],
    value: branding[name] ?? "",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set({ [name]: currentTarget.value || null }),
  });
  const colour = (name: "accentColour" | "secondColour") => ({
    label: words[name],
    value: branding[name] ?? "",
    placeholder: "#1f4e68",
    onChange: (value: string) => set({ [name]: value || null }),
  });
  return (
    <Stack gap="md">
      <TextInput {...text("name")} description={words.nameHint} maxLength={200} />
      <Group grow align="flex-start">
        <ColorInput {...colour("accentColour")} description={words.accentHint} withEyeDropper={false} />
        <ColorInput {...colour("secondColour")} description={words.secondHint} withEyeDropper={false} />
      </Group>
      <ImageField label={words.logo} image={branding.logo} onChange={(logo) => set({ logo })} />
      <ImageField label={words.cover} image={branding.cover} onChange={(cover) => set({ cover })} />
      <Textarea {...text("contact")} autosize minRows={2} maxLength={500} />
      <Textarea {...text("disclaimer")} autosize minRows={2} maxLength={2000} />
      {save.isError && <ErrorState error={save.error} title={ui.error.action} />}
      <Group>
        <Button onClick={() => save.mutate()} loading={save.isPending} aria-label={ui.labelled(ui.save, words.title)}>
          {ui.save}
        </Button>
      </Group>
    </Stack>
  );
}
