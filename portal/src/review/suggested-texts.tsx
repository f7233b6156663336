import type { DocumentRecommendation, DocumentRecommendations } from "@assay/sdk";
import { Button, Checkbox, Group, Modal, Select, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { assay } from "../service/assay.ts";
import { useSpoken, useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { saveFile } from "../ui/save-file.ts";

interface SuggestedTextsProps {
  documentId: string;
  onClose: () => void;
}

/** People choose which suggested texts go into a redline or, of other files than Word's, into a clause pack. */
export function SuggestedTexts({ documentId, onClose }: SuggestedTextsProps) {
  const { language, texts } = useSpoken();
  const { suggestions: words, ui } = texts;
  const query = useQuery({
    queryKey: ["document", documentId, "recommendations", language],
    queryFn: ({ signal }) => assay.listRecommendations(documentId, { language }, { signal }),
  });
  return (
    <Modal opened onClose={onClose} title={words.title} closeButtonProps={{ "aria-label": ui.close }} size="xl">
      <Loaded query={query}>
        {(suggested) =>
          suggested.recommendations.length === 0 ? (
            <Text size="sm">{words.none}</Text>
          ) : (
            <Choice suggested={suggested} onClose={onClose} />
          )
        }
      </Loaded>
    </Modal>
  );
}

function Choice({ suggested, onClose }: { suggested: DocumentRecommendations; onClose: () => void }) {
  const { language, texts } = useSpoken();
  const { suggestions: words } = texts;
  const { documentId, wordFiles, recommendations: all } = suggested;
  const [fileId, setFileId] = useState(wordFiles[0]?.fileId);
  const shown = fileId === undefined ? all : all.filter((one) => one.fileId === fileId);
  const [chosen, setChosen] = useState(new Set(all.filter((one) => one.isPreselected).map(({ id }) => id)));
  const ids = shown.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const save = useMutation({
    mutationFn: (isRedline: boolean) =>
      isRedline
        ? assay.getRedline(documentId, { recommendations: ids, fileId, language })
        : assay.getClausePack(documentId, { recommendations: ids, language }),
    onSuccess(file) {
      saveFile(file);
      onClose();
    },
  });
  const isWord = fileId !== undefined;
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  const groups = Map.groupBy(shown, (one) => one.itemId);
  return (
    <Stack gap="md">
      <Text size="sm">{isWord ? words.lead : words.leadOfClauses}</Text>
      {wordFiles.length > 1 && (
        <Select
          label={words.file}
          data={wordFiles.map((file) => ({ value: file.fileId, label: file.documentName }))}
          value={fileId ?? null}
          allowDeselect={false}
          onChange={(value) => setFileId(value ?? undefined)}
        />
      )}
      <Group justify="space-between">
        <Text size="sm" c="dimmed" aria-live="polite">
          {words.chosen(ids.length, shown.length)}
        </Text>
        <Group gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(new Set(all.map(({ id }) => id)))}>
            {words.all}
          </Button>
          <Button variant="subtle" size="compact-sm" onClick={() => setChosen(new Set())}>
            {words.noneChosen}
          </Button>
        </Group>
      </Group>
      {[...groups].map(([itemId, own]) => (
        <Stack key={itemId} gap="xs">
          <Title order={3} size="h5" style={{ overflowWrap: "anywhere" }}>
            {own[0]?.controlItemExternalId}: {own[0]?.controlItemName}
          </Title>
          {own.map((one) => (
            <Checkbox
              key={one.id}
              checked={chosen.has(one.id)}
              onChange={(event) => choose(one.id, event.currentTarget.checked)}
              label={one.gapIdentified}
              description={<Preview one={one} />}
            />
          ))}
        </Stack>
      ))}
      {isWord && (
        <Button
          variant="default"
          onClick={() => save.mutate(false)}
          disabled={ids.length === 0}
          loading={save.isPending}
        >
          {words.clauses}
        </Button>
      )}
      <DialogFooter
        confirm={isWord ? words.redline : words.clauses}
        onConfirm={() => save.mutate(isWord)}
        onCancel={onClose}
        isDisabled={ids.length === 0}
        mutation={save}
      />
    </Stack>
  );
}

function Preview({ one }: { one: DocumentRecommendation }) {
  const { suggestions: words } = useTexts();
  return (
    <Stack gap={4} component="span">
      <Text span size="xs">
        {one.suggestedTextLocation}
      </Text>
      {one.replacedTexts.map((text) => (
        <Text span size="sm" key={text}>
          {words.replaces} <del>{text}</del>
        </Text>
      ))}
      <Text span size="sm" c="var(--mantine-color-text)" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {one.suggestedTextToBeAdded}
      </Text>
    </Stack>
  );
}
