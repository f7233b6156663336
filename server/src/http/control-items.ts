import { type Static, Type } from "typebox";
import { selectItemTexts } from "../analysis/catalogue-texts.ts";
import { type ControlCondition, type DescribedItem, getItem } from "../catalogue/catalogue.ts";
import { type ByReference, type TranslatedLanguage, translatedLanguages } from "../catalogue/catalogue-format.ts";
import type { ItemCondition } from "../catalogue/complete-item.ts";
import { loadCrosswalk } from "../catalogue/crosswalk.ts";
import { type ResolvedLink, resolveLinks } from "../catalogue/linked-criterion.ts";
import type { AuditLanguage } from "../documents/document.ts";
import { keyHolder } from "./access.ts";
import { itemBody } from "./catalogue.ts";
import { languageQuery, readLanguage } from "./language-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { id, named, nullable, pathId, responses } from "./wire.ts";

const text = Type.String();
const appliesWhen = nullable(
  Type.String({ description: "Key of the condition under which it applies, or never; null if it always applies." }),
);
const byReference = Type.Unsafe<ByReference | null>({
  ...{ type: ["string", "null"], enum: ["sufficient", "partial", null] },
  description:
    "Whether a reference to the exact provision of law meets a criterion that the provision lists; null if not said.",
});
const whenSilent = named(
  "WhenSilent",
  Type.Enum(["applies", "does_not_apply"], {
    description: "What follows from a document that says nothing about the condition.",
  }),
);

const criterionLinkBody = named(
  "CriterionLink",
  Type.Object({
    type: Type.Enum(["sameAs", "partOf", "hasPart"], {
      description:
        "sameAs: evidence that meets one of the two criteria meets the other. partOf: evidence that meets this criterion meets the other at least in part. hasPart: the other way round.",
    }),
    controlId: id(),
    controlCode: text,
    itemId: id(),
    externalId: Type.String({ description: "The article, clause or section of the other item." }),
    criterionKey: text,
    statement: text,
    appliesWhen: Type.Array(text, { description: "Keys of the conditions of the other criterion and its item." }),
  }),
);

const describedItemBody = named(
  "ControlItemDetails",
  Type.Object({
    ...itemBody.properties,
    controlId: id(),
    revision: Type.Integer({ description: "Number of the wording, from 1." }),
    appliesWhen,
    criteria: Type.Array(
      Type.Object({
        key: text,
        topic: nullable(
          Type.String({ description: "The point in a few words; null in the catalogue's own language." }),
        ),
        statement: Type.String({ description: "What is checked in a document." }),
        level: named("CriterionLevel", Type.Enum(["must", "should"])),
        weight: Type.Integer({ description: "Importance within the item, from 1 to 5." }),
        appliesWhen,
        byReference,
        links: Type.Array(criterionLinkBody, {
          description: "Criteria of other controls that may be referenced, which ask the same thing or a part of it.",
        }),
      }),
    ),
    conditions: Type.Array(Type.Object({ key: text, statement: text, whenSilent }), {
      description: "The conditions that the item and its criteria name.",
    }),
    questions: Type.Array(Type.Object({ key: text, question: text }), {
      description: "What no document can answer and its owner is asked.",
    }),
  }),
);

const conditionBody = named(
  "Condition",
  Type.Object({
    key: Type.String({ description: "Key of the fact in facts of a business entity." }),
    statement: text,
    controlIds: Type.Array(id(), { description: "The controls that ask under this condition." }),
  }),
);

const statementIn = (language: AuditLanguage, { statement, translations }: ItemCondition) =>
  translations?.[language as TranslatedLanguage]?.statement ?? statement;

function toDescribedItemBody(
  { definition, ...item }: DescribedItem,
  links: ResolvedLink[],
  language: AuditLanguage,
): Static<typeof describedItemBody> {
  const { criteria, conditions = {}, askOwner = [] } = definition;
  const texts = selectItemTexts({ ...item, ...definition }, language, "en");
  const translated = translatedLanguages.find((one) => one === language);
  const questions = translated && definition.translations?.[translated]?.askOwner;
  return {
    ...item,
    ...{ name: texts.name, objective: texts.objective, appliesWhen: definition.appliesWhen ?? null },
    criteria: criteria.map((criterion) => ({
      key: criterion.key,
      topic: texts.topicOf(criterion) ?? null,
      statement: texts.statementOf(criterion),
      level: criterion.level,
      weight: criterion.weight,
      appliesWhen: criterion.appliesWhen ?? null,
      byReference: criterion.byReference ?? definition.byReference ?? null,
      links: links.filter((link) => link.criterion.criterion === criterion.key).map(toLinkBody),
    })),
    conditions: Object.entries(conditions).map(([key, condition]) => ({
      ...{ key, statement: statementIn(language, condition), whenSilent: condition.whenSilent },
    })),
    questions: askOwner.map(({ key, question }) => ({ key, question: questions?.[key] ?? question })),
  };
}

function toLinkBody({ type, other }: ResolvedLink): Static<typeof criterionLinkBody> {
  const { controlName: _, criterion: criterionKey, ...rest } = other;
  return { type, criterionKey, ...rest };
}

/** A key has the same meaning in every control; the words are those of the first. */
function toConditionBodies(conditions: ControlCondition[], language: AuditLanguage): Static<typeof conditionBody>[] {
  const byKey = Map.groupBy(conditions, ({ key }) => key);
  return [...byKey].flatMap(([key, [first, ...others]]) =>
    first === undefined
      ? []
      : [
          {
            key,
            statement: statementIn(language, first.condition),
            controlIds: [first, ...others].map(({ controlId }) => controlId),
          },
        ],
  );
}

export function controlItemRoutes(app: Routes, deps: RouteDeps): void {
  const crosswalk = loadCrosswalk();

  app.get(
    "/v1/controls/items/:itemId",
    {
      config: { access: "either" },
      schema: {
        operationId: "getControlItem",
        tags: ["Catalogue"],
        summary: "Read a control item with its criteria, their links, conditions and questions",
        params: Type.Object({ itemId: id() }),
        querystring: Type.Object(languageQuery),
        response: responses(200, describedItemBody, 400, 401, 403, 404, 422),
      },
    },
    async (request) => {
      const language = readLanguage(request.query.language) ?? "en";
      const itemId = pathId(request.params.itemId, "control item");
      const { partnerId } = keyHolder(request);
      const item = await getItem(deps.db, partnerId, itemId);
      const keys = new Set(item.definition.criteria.map(({ key }) => key));
      const from = { itemIds: [itemId], includes: ({ criterion }: { criterion: string }) => keys.has(criterion) };
      const links = await resolveLinks({ crosswalk, links: deps.db.crosswalk }, partnerId, from, language);
      return toDescribedItemBody(item, links, language);
    },
  );

  app.get(
    "/v1/conditions",
    {
      config: { access: "either" },
      schema: {
        operationId: "listConditions",
        tags: ["Catalogue"],
        summary: "List the conditions of all controls that may be referenced",
        description:
          "Each is a fact about a company that decides what applies. A business entity's facts are stated by their keys.",
        querystring: Type.Object(languageQuery),
        response: responses(200, Type.Object({ conditions: Type.Array(conditionBody) }), 400, 401, 403, 422),
      },
    },
    async (request) => {
      const language = readLanguage(request.query.language) ?? "en";
      const conditions = await deps.db.catalogue.listConditions(keyHolder(request).partnerId);
      return { conditions: toConditionBodies(conditions, language) };
    },
  );
}
