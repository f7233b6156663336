import type { Branding } from "@assay/sdk";
import { Button, FileButton, Group, Input, Text } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../texts/texts-context.tsx";

type Image = Branding["logo"];
const maxImageBytes = 512 * 1024;

interface ImageFieldProps {
  label: string;
  image: Image;
  onChange: (image: Image) => void;
}

/** Chooses a PNG or JPEG; the service checks it when the branding is saved. */
export function ImageField({ label, image, onChange }: ImageFieldProps) {
  const { branding: words, ui } = useTexts();
  const [problem, setProblem] = useState<string>();
  async function choose(file: File | null) {
    if (file === null) return;
    setProblem(file.size > maxImageBytes ? words.tooLarge : undefined);
    if (file.size > maxImageBytes) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    onChange({ mediaType: file.type === "image/jpeg" ? "image/jpeg" : "image/png", data });
  }
  return (
    <Input.Wrapper label={label} labelElement="div" description={words.imageHint} error={problem}>
      <Group gap="xs" mt={6}>
        <FileButton accept="image/png,image/jpeg" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" aria-label={ui.labelled(label, words.choose)}>
              {words.choose}
            </Button>
          )}
        </FileButton>
        {image !== null && (
          <Button
            variant="subtle"
            size="xs"
            onClick={() => onChange(null)}
            aria-label={ui.labelled(label, words.remove)}
          >
            {words.remove}
          </Button>
        )}
        {image !== null && (
          <Text size="xs" c="dimmed">
            {image.mediaType === "image/png" ? "PNG" : "JPEG"}
          </Text>
        )}
      </Group>
    </Input.Wrapper>
  );
}
