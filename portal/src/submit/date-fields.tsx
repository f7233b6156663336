import { Fieldset, SimpleGrid, TextInput } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";

const names = ["effectiveFrom", "validUntil", "reviewBy"] as const;
export type Dates = { [Name in (typeof names)[number]]?: string | undefined };

interface DateFieldsProps {
  dates: Dates;
  onDates: (dates: Dates) => void;
}

/** The dates of the documents to submit. */
export function DateFields({ dates, onDates }: DateFieldsProps) {
  const { lifecycle: words } = useTexts();
  return (
    <Fieldset legend={words.datesOptional}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {names.map((name) => (
          <TextInput
            key={name}
            type="date"
            label={words[name]}
            description={words.hints[name]}
            inputWrapperOrder={["label", "input", "description"]}
            value={dates[name] ?? ""}
            onChange={({ currentTarget: { value } }) => onDates({ ...dates, [name]: value === "" ? undefined : value })}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
