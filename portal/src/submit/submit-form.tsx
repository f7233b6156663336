import type { UploadTarget } from "@assay/sdk";
import { Alert, Button, Group, Paper, Select, Stack, Switch, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { entitiesQuery } from "../service/entities-query.ts";
import { languageNames, languages } from "../texts/language.ts";
import { useSpoken } from "../texts/texts-context.tsx";
import { choicesQuery, controlOfReviewQuery, frameworksQuery } from "./catalogue-queries.ts";
import { ChosenFiles } from "./chosen-files.tsx";
import { DateFields, type Dates } from "./date-fields.tsx";
import { FileDrop } from "./file-drop.tsx";
import { type Selected, toSelectionFields } from "./item-selection.ts";
import type { PickedFile } from "./picked-file.ts";
import { Replaced } from "./replaced.tsx";
import { ScopeFields } from "./scope-fields.tsx";
import styles from "./submit-form.module.css";
import { type TargetChoice, TargetFields } from "./target-fields.tsx";
import { startUpload } from "./uploads.ts";

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {children}
      </Stack>
    </Paper>
  );
}

const nameOf = ({ file: { name, size, lastModified } }: PickedFile) => `${name} ${size} ${lastModified}`;

/** Entity or review, control, scope, language and files of a submission. */
export function SubmitForm({ companyId }: { companyId: string }) {
  const { texts, language } = useSpoken();
  const { submit: words } = texts.evidence;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { review, supersedes } = useSearch({ strict: false }) as { review?: string; supersedes?: string };
  const [chosen, setChosen] = useState<TargetChoice>({
    mode: review === undefined ? "new" : "existing",
    businessEntityId: null,
    controlId: null,
    complianceReviewId: review ?? null,
    reviewName: "",
  });
  const [selected, setSelected] = useState<Selected>();
  const [files, setFiles] = useState<PickedFile[]>([]);
  const [isConsolidated, setConsolidated] = useState(false);
  const [auditLanguageId, setAuditLanguageId] = useState<string>(language);
  const [dates, setDates] = useState<Dates>({});
  const [isChecked, setChecked] = useState(false);
  const { data: frameworks } = useQuery(frameworksQuery(language));
  const { data: entities } = useQuery(entitiesQuery);

  // A single option is selected automatically.
  const open = (entities?.businessEntities ?? []).filter(({ isArchived }) => !isArchived);
  const only = open.length === 1 ? (open[0]?.id ?? null) : null;
  const target: TargetChoice = { ...chosen, businessEntityId: chosen.businessEntityId ?? only };
  const { data: reviewsControl } = useQuery({
    ...controlOfReviewQuery(target.complianceReviewId ?? ""),
    enabled: target.mode === "existing" && target.complianceReviewId !== null,
  });
  const controlId = target.mode === "existing" ? reviewsControl : (target.controlId ?? undefined);

  const chooseTarget = (choice: TargetChoice) => {
    setChosen(choice);
    // The selected items belong to the previous control.
    if (choice.controlId !== target.controlId || choice.mode !== target.mode) setSelected(undefined);
    if (choice.complianceReviewId !== target.complianceReviewId) setSelected(undefined);
  };

  const whatFor = (): UploadTarget | undefined => {
    const { mode, complianceReviewId, businessEntityId } = target;
    if (mode === "existing") return complianceReviewId === null ? undefined : { complianceReviewId };
    if (businessEntityId === null || controlId === undefined) return undefined;
    const framework = frameworks?.frameworks.find(({ controls }) => controls.some(({ id }) => id === controlId));
    return { businessEntityId, controlId, complianceFrameworkId: framework?.id };
  };

  const base = whatFor();
  const problems = [
    ...(base === undefined ? [words.targetMissing] : []),
    ...(selected?.size === 0 ? [words.itemsMissing] : []),
    ...(files.length === 0 ? [words.filesMissing] : []),
    ...files.filter(({ file }) => file.size === 0).map(({ file }) => words.emptyRefused(file.name)),
  ];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (base === undefined || problems.length > 0) return;
    const choices =
      controlId === undefined ? undefined : client.getQueryData(choicesQuery(controlId, language).queryKey);
    startUpload({
      companyId,
      files,
      reviewName: target.mode === "new" && target.reviewName.trim() !== "" ? target.reviewName.trim() : undefined,
      target: {
        ...base,
        ...(selected !== undefined && choices !== undefined && toSelectionFields(choices, selected)),
        auditLanguageId,
        // A new version is one document.
        isConsolidated: files.length > 1 && (isConsolidated || supersedes !== undefined),
        supersedes,
        ...dates,
      },
    });
    setChecked(false);
    setDates({});
    // The document is replaced; what is submitted next is not its new version.
    if (supersedes !== undefined) void navigate({ to: "/submit", search: { review: review ?? "" }, replace: true });
    setFiles([]);
    window.scrollTo({ top: 0 });
  };

  const add = (more: PickedFile[]) => {
    const known = new Set(files.map(nameOf));
    setFiles([...files, ...more.filter((file) => !known.has(nameOf(file)))]);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Part title={words.target}>
          {supersedes === undefined ? (
            <TargetFields choice={target} onChoice={chooseTarget} isChecked={isChecked} />
          ) : (
            <Replaced documentId={supersedes} />
          )}
        </Part>
        <Part title={words.scope}>
          <ScopeFields controlId={controlId} selected={selected} onSelect={setSelected} />
        </Part>
        <Part title={words.files}>
          <FileDrop label={words.dropHere} hint={words.formats} onFiles={add} />
          {files.length > 0 && (
            <ChosenFiles files={files} onRemove={(index) => setFiles(files.filter((_, at) => at !== index))} />
          )}
          {files.length > 1 && supersedes === undefined && (
            <Switch
              label={words.oneDocument}
              description={words.oneDocumentHint}
              checked={isConsolidated}
              onChange={({ currentTarget }) => setConsolidated(currentTarget.checked)}
            />
          )}
          <Select
            label={words.language}
            description={words.languageHint}
            maw={320}
            allowDeselect={false}
            value={auditLanguageId}
            onChange={(value) => value !== null && setAuditLanguageId(value)}
            data={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
          <DateFields dates={dates} onDates={setDates} />
        </Part>
        {isChecked && problems.length > 0 && (
          <Alert color="red" role="alert" title={texts.lifecycle.problems}>
            <ul className={styles["problems"]}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" size="md">
            {words.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
