// Labels real documents: prints a document with numbered units, prints what a control asks, and turns a reading into labels.
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { type DocumentLabels, itemsToRead, type ReadControl, readLabels } from "../bench/real/reading.ts";
import { splitIntoUnits } from "../bench/real/text-units.ts";

const usage = `npm run --silent label -- show DOCUMENT                 the document, every sentence, list member and table cell numbered
npm run --silent label -- questions CONTROL.json           what is asked: conditions, items, criteria
npm run --silent label -- check READING --control CONTROL.json --document DOCUMENT --file NAME [--out LABELS.jsonl]`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    control: { type: "string" },
    document: { type: "string" },
    file: { type: "string" },
    out: { type: "string" },
  },
});
const [command, path] = positionals;
if (command === undefined || path === undefined) fail(usage);
else if (command === "show") show(await readFile(path, "utf8"));
else if (command === "questions") ask(JSON.parse(await readFile(path, "utf8")) as AskedControl);
else if (command === "check") await check(path);
else fail(usage);

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}

function show(text: string): void {
  let level = 0;
  for (const [index, { start, end, startsParagraph }] of splitIntoUnits(text).entries()) {
    if (startsParagraph && level++ > 0) console.log("");
    console.log(`[${index + 1}] ${text.slice(start, end).replace(/\s+/g, " ")}`);
  }
}

interface AskedControl extends ReadControl {
  name: string;
  byReference?: string;
  conditions?: Record<string, { statement: string; whenSilent: "applies" | "does_not_apply" }>;
  clusters: {
    items: {
      externalId: string;
      name: string;
      objective: string;
      appliesWhen?: string;
      criteria: {
        key: string;
        statement: string;
        level: string;
        weight: number;
        appliesWhen?: string;
        byReference?: string;
      }[];
    }[];
  }[];
}

function ask(control: AskedControl): void {
  console.log(
    `${control.code} ${control.name}; law by reference is ${control.byReference ?? "sufficient"} unless said otherwise\n`,
  );
  for (const [key, { statement, whenSilent }] of Object.entries(control.conditions ?? {}))
    console.log(`? ${key}: ${statement} (silent: ${whenSilent})`);
  for (const item of itemsToRead(control) as AskedControl["clusters"][number]["items"]) {
    console.log(`\n# ${item.externalId}  (${item.name}${when(item.appliesWhen)})\n  ${item.objective}`);
    for (const { key, statement, level, weight, appliesWhen, byReference } of item.criteria) {
      const reference = byReference === undefined ? "" : `; by reference ${byReference}`;
      console.log(`${key} [${level} ${weight}${when(appliesWhen)}${reference}] ${statement}`);
    }
  }
}

function when(condition: string | undefined): string {
  return condition === undefined ? "" : `; only when ${condition}`;
}

async function check(reading: string): Promise<void> {
  if (values.control === undefined || values.document === undefined) fail(usage);
  const control = JSON.parse(await readFile(values.control, "utf8")) as ReadControl;
  const text = await readFile(values.document, "utf8");
  const { labels, problems } = readLabels(await readFile(reading, "utf8"), {
    ...{ control, text, file: values.file ?? values.document },
  });
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  const criteria = labels.items.flatMap((item) => item.criteria);
  const doubted = criteria.filter(({ doubt }) => doubt !== undefined).length;
  console.log(`${labels.items.length} items, ${criteria.length} criteria, ${doubted} in doubt`);
  if (values.out !== undefined) await saveLabels(values.out, labels);
}

/** A control's labels are one JSON Lines file, a line for each document in the order of file names. */
async function saveLabels(path: string, labels: DocumentLabels): Promise<void> {
  const saved = await readFile(path, "utf8").catch(() => "");
  const others = saved
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as DocumentLabels)
    .filter(({ file }) => file !== labels.file);
  const sorted = [...others, labels].sort((one, other) => (one.file < other.file ? -1 : 1));
  await writeFile(path, sorted.map((one) => `${JSON.stringify(one)}\n`).join(""));
}
