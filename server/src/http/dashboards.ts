import { type Static, Type } from "typebox";
import { AppError } from "../platform/app-error.ts";
import { type Dashboard, type HeatMap, listFrequentGaps, readDashboard, readHeatMap } from "../reviews/dashboards.ts";
import { companyContext, keyHolder, partnerContext } from "./access.ts";
import { languageQuery, readLanguage } from "./language-query.ts";
import type { RouteDeps, Routes } from "./routes.ts";
import { dateTime, id, levelOrNull, named, nullable, responses, wholeNumber } from "./wire.ts";

const score = nullable(Type.Number({ minimum: 0, maximum: 100, description: "null until something was judged." }));
const complianceLevel = levelOrNull("The score's level.");
const date = (description: string) => Type.String({ format: "date", description });
const control = { controlId: id(), controlCode: Type.String(), controlName: Type.String() };
const reviewCount = Type.Integer({ description: "Reviews of the company against this control." });

const dashboardBody = named(
  "Dashboard",
  Type.Object({
    controls: Type.Array(
      Type.Object({
        ...{ ...control, reviewCount, score, complianceLevel },
        reviews: Type.Array(
          Type.Object({
            ...{ id: id(), name: Type.String(), businessEntityId: id(), score, complianceLevel },
            changedAt: dateTime("The last change of the review or of its documents."),
          }),
          { description: "The ten with the lowest scores, the lowest first." },
        ),
        trend: Type.Array(
          Type.Object({
            date: date("The end of this day in UTC; a week after the point before, and today for the last one."),
            score: Type.Number({ minimum: 0, maximum: 100 }),
          }),
          {
            description:
              "The mean of the scores that its reviews had on that day; days without any score are left out.",
          },
        ),
      }),
      { description: "Every control that the company has reviews against, the lowest score first." },
    ),
    due: Type.Array(
      Type.Object({
        ...{ documentId: id(), complianceReviewId: id(), fileName: Type.String(), subject: nullable(Type.String()) },
        ...{ controlId: id(), controlCode: Type.String() },
        reason: Type.Enum(["expires", "review_due"], { description: "Which of its dates: validUntil or reviewBy." }),
        date: date("That date."),
        isPast: Type.Boolean({ description: "Whether the date is before today in UTC." }),
      }),
      { description: "Dates of documents that count up to 30 days from today, the earliest first, at most 100." },
    ),
  }),
);

const heatMapBody = named(
  "HeatMap",
  Type.Object({
    companyCount: Type.Integer({ description: "How many companies have reviews." }),
    controls: Type.Array(Type.Object({ ...control, score, complianceLevel }), {
      description: "The columns, with the mean of the listed companies' scores; the lowest first.",
    }),
    companies: Type.Array(
      Type.Object({
        ...{ companyId: id(), name: Type.String() },
        ...{ score: nullable(Type.Number({ description: "The mean of its cells." })), complianceLevel },
        cells: Type.Array(
          Type.Object({
            ...{ controlId: id(), score, complianceLevel, reviewCount },
            complianceReviewId: id("The review with the lowest score."),
          }),
          { description: "One for each control that the company has reviews against; the lowest score first." },
        ),
      }),
      { description: "The companies with the lowest scores, the lowest first." },
    ),
  }),
);

const gapBody = named(
  "FrequentGap",
  Type.Object({
    ...{ controlItemId: id(), externalId: Type.String(), name: Type.String(), ...control },
    openCount: Type.Integer({
      description: "In how many contracts, notices or sets of documents it is not compliant.",
    }),
    judgedCount: Type.Integer({ description: "In how many of them it applies and was judged." }),
    companyCount: Type.Integer({ description: "Companies in which it is not compliant." }),
  }),
);

function readWholeNumber(name: string, text: string | undefined, byDefault: number, most: number): number {
  if (text === undefined) return byDefault;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most) return number;
  throw new AppError("invalid_request", `${name} must be a whole number from 1 to ${most}`);
}

function toDashboardBody({ controls, due }: Dashboard): Static<typeof dashboardBody> {
  return {
    controls: controls.map(({ level = null, score = null, reviews, trend, ...control }) => ({
      ...{ ...control, score, complianceLevel: level },
      reviews: reviews.map(({ level: ofReview = null, score: own = null, changedAt, ...review }) => ({
        ...{ ...review, score: own, complianceLevel: ofReview, changedAt: changedAt.toISOString() },
      })),
      trend: trend.map(({ day: date, score: then }) => ({ date, score: then })),
    })),
    due: due.map(({ reviewId: complianceReviewId, field, day: date, subject = null, ...document }) => ({
      ...{ ...document, complianceReviewId, subject, date },
      reason: field === "validUntil" ? "expires" : "review_due",
    })),
  };
}

function toHeatMapBody({ companyCount, controls, companies }: HeatMap): Static<typeof heatMapBody> {
  return {
    companyCount,
    controls: controls.map(({ level = null, score = null, ...control }) => ({
      ...{ ...control, score, complianceLevel: level },
    })),
    companies: companies.map(({ companyId, name, level = null, score = null, cells }) => ({
      ...{ companyId, name, score, complianceLevel: level },
      cells: cells.map(({ controlId, reviewCount, worstReviewId, level: own = null, score: ofCell = null }) => ({
        ...{ controlId, score: ofCell, complianceLevel: own, reviewCount, complianceReviewId: worstReviewId },
      })),
    })),
  };
}

const tags = ["Dashboards"];

export function dashboardRoutes(app: Routes, deps: RouteDeps): void {
  const { clock } = deps;
  const { dashboards } = deps.db;

  app.get(
    "/v1/dashboard",
    {
      config: { access: "company", requestClass: "results" },
      schema: {
        operationId: "getDashboard",
        tags,
        summary: "Read the company's scores by control, their trend, and what is due",
        querystring: Type.Object({
          weeks: Type.Optional(
            wholeNumber({ minimum: 1, maximum: 52 }, "How many weeks a trend goes back; 12 by default."),
          ),
          ...languageQuery,
        }),
        response: responses(200, dashboardBody, 400, 401, 403, 422),
      },
    },
    async (request) => {
      const weeks = readWholeNumber("weeks", request.query.weeks, 12, 52);
      const { companyId } = companyContext(request).actor;
      const language = readLanguage(request.query.language) ?? "en";
      return toDashboardBody(await readDashboard({ dashboards, clock }, companyId, { weeks, language }));
    },
  );

  app.get(
    "/v1/companies/heat-map",
    {
      config: { access: "partner", requestClass: "results" },
      schema: {
        operationId: "getHeatMap",
        tags,
        summary: "Read the scores of the partner's companies by control, the lowest first",
        querystring: Type.Object({
          limit: Type.Optional(wholeNumber({ minimum: 1, maximum: 200 }, "How many companies; 50 by default.")),
          ...languageQuery,
        }),
        response: responses(200, heatMapBody, 400, 401, 403, 422),
      },
    },
    async (request) => {
      const limit = readWholeNumber("limit", request.query.limit, 50, 200);
      const language = readLanguage(request.query.language) ?? "en";
      const { partnerId } = partnerContext(request).actor;
      return toHeatMapBody(await readHeatMap({ dashboards }, partnerId, { limit, language }));
    },
  );

  app.get(
    "/v1/frequent-gaps",
    {
      config: { access: "either", requestClass: "results" },
      schema: {
        operationId: "listFrequentGaps",
        tags,
        summary: "List the control items that most often are not compliant",
        description:
          "In the documents of the company or of the partner's companies that count: the 50 newest of each of the 1,000 newest companies, and 1,000 in all. Documents that are judged together count once.",
        querystring: Type.Object({
          limit: Type.Optional(wholeNumber({ minimum: 1, maximum: 100 }, "How many items; 20 by default.")),
          ...languageQuery,
        }),
        response: responses(200, Type.Object({ gaps: Type.Array(gapBody) }), 400, 401, 403, 422),
      },
    },
    async (request) => {
      const limit = readWholeNumber("limit", request.query.limit, 20, 100);
      const language = readLanguage(request.query.language) ?? "en";
      const actor = keyHolder(request);
      const scope = actor.tier === "company" ? { companyId: actor.companyId } : { partnerId: actor.partnerId };
      return { gaps: await listFrequentGaps({ dashboards }, scope, { limit, language }) };
    },
  );
}
