import { Group, Radio, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { entitiesQuery } from "../service/entities-query.ts";
import { useFormats, useSpoken } from "../texts/texts-context.tsx";
import { frameworksQuery, reviewListQuery } from "./catalogue-queries.ts";

const longestName = 200;

/** Chooses a new review of an entity, or an existing review. */
export interface TargetChoice {
  mode: "new" | "existing";
  businessEntityId: string | null;
  controlId: string | null;
  complianceReviewId: string | null;
  /** Of a new review; empty: the service names it. */
  reviewName: string;
}

interface TargetFieldsProps {
  choice: TargetChoice;
  onChoice: (choice: TargetChoice) => void;
  /** Whether to show errors for missing fields. */
  isChecked: boolean;
}

export function TargetFields({ choice, onChoice, isChecked }: TargetFieldsProps) {
  const { texts, language } = useSpoken();
  const { lifecycle } = texts;
  const { submit: words } = texts.evidence;
  const formats = useFormats();
  const { data: frameworks } = useQuery(frameworksQuery(language));
  const { data: entities } = useQuery(entitiesQuery);
  const { data: reviews } = useQuery(reviewListQuery);
  const missing = (value: string | null) => isChecked && value === null && words.required;
  return (
    <Stack gap="sm">
      <Radio.Group
        label={words.mode}
        value={choice.mode}
        onChange={(mode) => onChoice({ ...choice, mode: mode === "existing" ? "existing" : "new" })}
      >
        <Group gap="lg" mt={6}>
          <Radio value="new" label={words.newReview} />
          <Radio value="existing" label={words.existingReview} />
        </Group>
      </Radio.Group>
      {choice.mode === "new" ? (
        <>
          <Select
            label={words.entity}
            required
            allowDeselect={false}
            value={choice.businessEntityId}
            onChange={(businessEntityId) => onChoice({ ...choice, businessEntityId })}
            error={missing(choice.businessEntityId)}
            data={(entities?.businessEntities ?? [])
              .filter(({ isArchived }) => !isArchived)
              .map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Select
            label={words.control}
            description={words.controlHint}
            required
            searchable
            allowDeselect={false}
            nothingFoundMessage={words.nothingSought}
            value={choice.controlId}
            onChange={(controlId) => onChoice({ ...choice, controlId })}
            error={missing(choice.controlId)}
            data={(frameworks?.frameworks ?? [])
              .filter(({ controls }) => controls.length > 0)
              .map(({ name, controls }) => ({
                group: name,
                items: controls.map((control) => ({ value: control.id, label: control.name })),
              }))}
          />
          <TextInput
            label={lifecycle.name}
            description={lifecycle.nameHint}
            maxLength={longestName}
            value={choice.reviewName}
            onChange={({ currentTarget: { value } }) => onChoice({ ...choice, reviewName: value })}
          />
        </>
      ) : (
        <>
          <Select
            label={words.review}
            required
            searchable
            allowDeselect={false}
            nothingFoundMessage={words.nothingSought}
            value={choice.complianceReviewId}
            onChange={(complianceReviewId) => onChoice({ ...choice, complianceReviewId })}
            error={missing(choice.complianceReviewId)}
            data={(reviews?.reviews ?? []).map(({ id, name, scope, createdAt }) => ({
              value: id,
              label: [name, scope, formats.date(createdAt)].filter((part) => part !== "").join(" · "),
            }))}
          />
          <Text size="xs" c="dimmed">
            {words.existingHint}
          </Text>
        </>
      )}
    </Stack>
  );
}
