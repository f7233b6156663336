import assert from "node:assert/strict";
import type {
  ConditionDocument,
  ControlDocument,
  FrameworkDocument,
  ItemDocument,
} from "../catalogue/catalogue-format.ts";
import type { TestServer } from "./test-server.ts";

type Criterion = ItemDocument["criteria"][number];

const aCriterion = (key: string, statement: string, phrases: string[], more: Partial<Criterion> = {}): Criterion => ({
  ...{ key, statement, level: "must", weight: 3, phrases, contradictions: [], ...more },
});
const germanTexts = (name: string, criteria: [key: string, statement: string][]) => ({
  ...{ name, objective: `${name}.`, risks: [], compensatingControls: [] },
  recommendation: { action: "Ergänzen.", section: "Daten", text: "Ergänzung." },
  criteria: Object.fromEntries(
    criteria.map(([key, statement]) => [key, { topic: name, statement, phrases: [], contradictions: [] }]),
  ),
});
const germanCondition = (statement: string) => ({ statement, phrases: [], contradictions: [] });
const aRecommendation = { action: "Add it.", section: "Data", text: "Added." };

const sellsData: ConditionDocument = {
  statement: "The company sells personal data. A lease counts.",
  phrases: ["we sell personal data to partners"],
  contradictions: ["we do not sell personal data"],
  whenSilent: "does_not_apply",
};
const usesProcessors: ConditionDocument = {
  statement: "The company uses processors.",
  phrases: ["processors act for us"],
  contradictions: ["no processor is used"],
  whenSilent: "applies",
};

/** One item under a condition with a question, and one with a criterion under another condition. */
function conditionalItems(nextId: () => string): ItemDocument[] {
  return [
    {
      ...{ id: nextId(), externalId: "S 1", name: "Opting out", objective: "Consumers can opt out of sales." },
      appliesWhen: "sellsData",
      criteria: [aCriterion("opt-out", "Consumers may opt out of sales.", ["you may opt out of the sale"])],
      askOwner: [{ key: "link", question: "Is there a link on the homepage?" }],
      ...{ risks: [], compensatingControls: [], recommendation: aRecommendation },
      translations: {
        de: {
          ...germanTexts("Widerspruch", [["opt-out", "Verbraucher können widersprechen."]]),
          askOwner: { link: "Gibt es einen Link auf der Startseite?" },
        },
      },
    },
    {
      ...{ id: nextId(), externalId: "S 2", name: "Recipients", objective: "Recipients of data are named." },
      criteria: [
        aCriterion("named", "Recipients of data are named.", ["recipients of data are"], { byReference: "sufficient" }),
        aCriterion("processors", "Processors are named.", ["processors are"], { appliesWhen: "usesProcessors" }),
      ],
      askOwner: [{ key: "link", question: "Is the list of recipients kept current?" }],
      ...{ risks: [], compensatingControls: [], recommendation: aRecommendation },
    },
  ];
}

export function aConditionalFramework(nextId: () => string, code = "SALES"): FrameworkDocument {
  const control: ControlDocument = {
    ...{ id: nextId(), code, name: "Sales", description: "About sales of data." },
    source: { title: "Rules on sales", url: "https://example.com/" },
    expects: { documentKind: "policy", keywords: [] },
    ...{ terms: {}, byReference: "partial", conditions: { sellsData, usesProcessors } },
    translations: {
      de: {
        ...{
          name: "Verkauf",
          description: "Zum Verkauf von Daten.",
          documentKind: "Richtlinie",
          keywords: [],
          terms: {},
        },
        conditions: {
          sellsData: germanCondition("Das Unternehmen verkauft personenbezogene Daten."),
          usesProcessors: germanCondition("Das Unternehmen setzt Auftragsverarbeiter ein."),
        },
        clusters: { C1: "Verkauf" },
      },
    },
    clusters: [{ id: nextId(), code: "C1", name: "Sales", items: conditionalItems(nextId) }],
  };
  return { id: nextId(), code, name: "Sales rules", version: "1", controls: [control] };
}

/** Loads the framework; a partner of whitelisted frameworks has to be given it. */
export async function loadConditionalFramework(server: TestServer, code?: string): Promise<FrameworkDocument> {
  const framework = aConditionalFramework(() => server.nextId(), code);
  const { status, text } = await server.call("/v1/admin/frameworks", { admin: true, body: framework });
  assert.equal(status, 201, text);
  return framework;
}
