import type { Gap } from "@assay/sdk";
import { NativeSelect, SimpleGrid, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTexts } from "../texts/texts-context.tsx";
import { gapSeverities } from "./gap-filter.ts";
import { type GapChanges, peopleQuery } from "./gap-queries.ts";

const givenStatuses = ["open", "in_progress", "fixed"] as const;
/** The value of an option that takes away what is there. */
const nothing = "none";
const unchanged = "";

interface GapFieldsProps {
  changes: GapChanges;
  onChange: (changes: GapChanges) => void;
  /** What the fields show until they are changed; absent for several gaps, whose fields are empty. */
  gap?: Gap;
}

/** Owner, due date, status and severity. */
export function GapFields({ changes, onChange, gap }: GapFieldsProps) {
  const { gaps: words } = useTexts();
  const { data: people = [] } = useQuery(peopleQuery);
  const change = (part: GapChanges) => onChange({ ...changes, ...part });
  const keep = gap === undefined ? [{ value: unchanged, label: words.unchanged }] : [];
  // What the service closed or accepted is changed by a decision.
  const isFollowed = gap?.status === "accepted" || (gap?.status === "fixed" && gap.closedReason !== "person");
  const statuses = isFollowed ? [gap.status] : givenStatuses;
  const owners = people.map(({ accountId, name }) => ({ value: accountId, label: name }));
  const owner = gap?.owner;
  const isListed = owner == null || owners.some(({ value }) => value === owner.accountId);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NativeSelect
        label={words.owner}
        data={[
          ...keep,
          { value: nothing, label: words.nobody },
          ...(isListed ? [] : [{ value: owner.accountId, label: owner.name }]),
          ...owners,
        ]}
        value={bodyValue(changes.ownerId, gap && (owner?.accountId ?? nothing))}
        onChange={({ currentTarget: { value } }) => change({ ownerId: value === nothing ? null : value })}
      />
      <TextInput
        type="date"
        label={words.dueOn}
        value={changes.dueOn === undefined ? (gap?.dueOn ?? "") : (changes.dueOn ?? "")}
        onChange={({ currentTarget: { value } }) => change({ dueOn: value === "" ? null : value })}
      />
      <NativeSelect
        label={words.status}
        description={isFollowed ? words.followed : undefined}
        disabled={isFollowed}
        data={[...keep, ...statuses.map((value) => ({ value, label: words.statuses[value] }))]}
        value={changes.status ?? gap?.status ?? unchanged}
        onChange={({ currentTarget: { value } }) => change({ status: value as (typeof givenStatuses)[number] })}
      />
      <NativeSelect
        label={words.severity}
        data={[
          ...keep,
          ...gapSeverities.map((value) => ({ value, label: words.severities[value] })),
          ...(gap === undefined || gap.isSeverityGiven ? [{ value: nothing, label: words.foundSeverity }] : []),
        ]}
        value={bodyValue(changes.severity, gap?.severity)}
        onChange={({ currentTarget: { value } }) =>
          change({ severity: value === nothing ? null : (value as Gap["severity"]) })
        }
      />
    </SimpleGrid>
  );
}

const bodyValue = (changed: string | null | undefined, otherwise: string | undefined) =>
  changed === null ? nothing : (changed ?? otherwise ?? unchanged);

/** Without the fields that a person has set back to what they were. */
export const given = (changes: GapChanges): GapChanges =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== unchanged && value !== undefined));
