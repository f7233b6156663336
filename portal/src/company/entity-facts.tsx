import type { BusinessEntity } from "@assay/sdk";
import { Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { assay } from "../service/assay.ts";
import { conditionsQuery } from "../service/conditions-query.ts";
import { entitiesQuery } from "../service/entities-query.ts";
import { useSpoken, useTexts } from "../texts/texts-context.tsx";
import { DialogFooter } from "../ui/dialog-footer.tsx";
import { Loaded } from "../ui/loaded.tsx";

type Facts = BusinessEntity["facts"];

const toChoice = (fact: boolean | undefined) => (fact === undefined ? "open" : fact ? "yes" : "no");

/** What is known of an entity; decides which requirements apply to its later documents. */
export function EntityFacts({ entity, onClose }: { entity: BusinessEntity; onClose: () => void }) {
  const { company, ui } = useTexts();
  const { entities: words } = company;
  const { language } = useSpoken();
  const client = useQueryClient();
  const query = useQuery(conditionsQuery(language));
  const [facts, setFacts] = useState<Facts>(entity.facts);
  const saving = useMutation({
    mutationFn: async () => {
      const withdrawn = Object.keys(entity.facts).filter((key) => facts[key] === undefined);
      const patch = { ...facts, ...Object.fromEntries(withdrawn.map((key) => [key, null])) };
      await assay.updateBusinessEntity(entity.id, { facts: patch });
      await client.invalidateQueries({ queryKey: entitiesQuery.queryKey });
    },
    onSuccess: onClose,
  });
  const choose = (key: string, choice: string) =>
    setFacts(({ [key]: _, ...others }) => (choice === "open" ? others : { ...others, [key]: choice === "yes" }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  const choices = [
    { value: "yes", label: ui.yes },
    { value: "no", label: ui.no },
    { value: "open", label: words.notStated },
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={words.factsTitle(entity.name)}
      closeButtonProps={{ "aria-label": ui.close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {words.factsLead}
          </Text>
          <Loaded query={query}>
            {({ conditions }) =>
              conditions.length === 0 ? (
                <Text size="sm">{words.noFacts}</Text>
              ) : (
                <Stack gap="sm">
                  {conditions.map(({ key, statement }) => (
                    <Stack gap={4} key={key}>
                      <Text size="sm" id={`fact-${key}`}>
                        {statement}
                      </Text>
                      <SegmentedControl
                        size="xs"
                        aria-labelledby={`fact-${key}`}
                        data={choices}
                        value={toChoice(facts[key])}
                        onChange={(choice) => choose(key, choice)}
                        style={{ alignSelf: "flex-start" }}
                      />
                    </Stack>
                  ))}
                </Stack>
              )
            }
          </Loaded>
          <DialogFooter confirm={ui.save} onCancel={onClose} mutation={saving} />
        </Stack>
      </form>
    </Modal>
  );
}
