import { ActionIcon, Group, Paper, Stack, Text } from "@mantine/core";
import { IconFile, IconX } from "@tabler/icons-react";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import type { PickedFile } from "./picked-file.ts";

/** The files to submit, each with a remove button. */
export function ChosenFiles({ files, onRemove }: { files: PickedFile[]; onRemove: (index: number) => void }) {
  const { submit: words } = useTexts().evidence;
  const formats = useFormats();
  return (
    <Stack gap={6} component="ul" p={0} m={0} style={{ listStyle: "none" }}>
      {files.map(({ file }, index) => (
        <Paper key={`${file.name} ${file.size} ${file.lastModified}`} withBorder px="sm" py={6} component="li">
          <Group gap="xs" wrap="nowrap">
            <IconFile size={16} aria-hidden style={{ flexShrink: 0 }} />
            <Text size="sm" style={{ overflowWrap: "anywhere", flex: 1 }}>
              {file.name}
            </Text>
            <Text size="xs" c={file.size === 0 ? "red" : "dimmed"} style={{ whiteSpace: "nowrap" }}>
              {file.size === 0 ? words.emptyFile : formats.bytes(file.size)}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.removeFile(file.name)}
              onClick={() => onRemove(index)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
