import { Button, Stack, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useRef, useState } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import styles from "./file-drop.module.css";
import { droppedFiles, type PickedFile, pickWithHandles } from "./picked-file.ts";

interface FileDropProps {
  onFiles: (files: PickedFile[]) => void;
  /** Label of the drop zone. */
  label: string;
  hint: string;
}

/** Accepts files by drag and drop or through the file picker. */
export function FileDrop({ onFiles, label, hint }: FileDropProps) {
  const { submit: words } = useTexts().evidence;
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && onFiles(files));
  };
  const choose = async () => {
    const picked = await pickWithHandles();
    if (picked === undefined) input.current?.click();
    else if (picked.length > 0) onFiles(picked);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button within is the first
    <div
      className={styles["zone"]}
      data-over={isOver || undefined}
      data-testid="file-drop"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Stack align="center" gap={6}>
        <IconFileUpload size={30} aria-hidden className={styles["icon"]} />
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Button variant="default" size="xs" onClick={() => void choose()}>
          {words.chooseFiles}
        </Button>
        <Text size="xs" c="dimmed" ta="center">
          {hint}
        </Text>
      </Stack>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="file-input"
        onChange={({ currentTarget }) => {
          const files = Array.from(currentTarget.files ?? [], (file) => ({ file }));
          if (files.length > 0) onFiles(files);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}
