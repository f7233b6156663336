import { toItemRows } from "../items/to-item-rows.ts";
import { administration } from "../service/administration.ts";
import { assay } from "../service/assay.ts";
import { queryClient } from "../service/query-client.ts";
import { reviewQuery } from "../service/review-query.ts";
import type { Role } from "../service/session-query.ts";

export type FoundKind = "review" | "document" | "requirement" | "company" | "partner";

export interface Found {
  kind: FoundKind;
  key: string;
  name: string;
  /** What tells it apart from others of that name. */
  about: string;
  /** Below /portal. */
  href: string;
}

/** Of each kind. */
const shownOfKind = 5;
/** Requirements are looked for in the reviews that changed last. */
const reviewsSearched = 10;

const segment = encodeURIComponent;

async function findOfCompany(name: string, signal: AbortSignal, language: string): Promise<Found[]> {
  const page = { limit: shownOfKind, name };
  const [{ reviews }, { documents }, requirements] = await Promise.all([
    assay.listComplianceReviews(page, { signal }),
    assay.listDocuments(page, { signal }),
    findRequirements(name, signal, language),
  ]);
  return [
    ...reviews.map(
      (one): Found => ({
        ...{ kind: "review", key: one.id, name: one.name, about: `${one.controlCode} · ${one.scope}` },
        href: `/reviews/${one.id}`,
      }),
    ),
    ...documents.map(
      (one): Found => ({
        ...{ kind: "document", key: one.documentId, name: one.fileName },
        about: [one.controlCode, one.subject].filter(Boolean).join(" · "),
        href: `/documents/${one.documentId}`,
      }),
    ),
    ...requirements,
  ];
}

async function findRequirements(text: string, signal: AbortSignal, language: string): Promise<Found[]> {
  const wanted = text.toLocaleLowerCase();
  const { reviews } = await assay.listComplianceReviews({ limit: reviewsSearched, sort: "-changedAt" }, { signal });
  const found: Found[] = [];
  for (const { id, name } of reviews.filter(({ score }) => score !== null)) {
    if (found.length >= shownOfKind || signal.aborted) break;
    const { rollUp } = await queryClient.ensureQueryData(reviewQuery(id, language));
    for (const row of toItemRows(rollUp)) {
      const isWanted = `${row.externalId} ${row.name}`.toLocaleLowerCase().includes(wanted);
      if (!isWanted || row.documentId === null || row.complianceItemId === null || found.length >= shownOfKind)
        continue;
      found.push({
        ...{
          kind: "requirement",
          key: `${id} ${row.controlItemId}`,
          name: row.name,
          about: `${row.externalId} · ${name}`,
        },
        href: `/documents/${row.documentId}/items/${row.complianceItemId}?review=${id}`,
      });
    }
  }
  return found;
}

async function findOfPartner(name: string, signal: AbortSignal): Promise<Found[]> {
  const { companies } = await assay.listCompanies({ limit: shownOfKind, name }, { signal });
  return companies.map(
    (one): Found => ({
      ...{ kind: "company", key: one.id, name: one.name, about: one.legalName },
      href: `/clients?name=${segment(one.name)}`,
    }),
  );
}

async function findOfAdministrator(name: string, signal: AbortSignal): Promise<Found[]> {
  const [{ partners }, { companies }] = await Promise.all([
    administration.listPartners({ limit: shownOfKind, name }, { signal }),
    administration.listEveryCompany({ limit: shownOfKind, search: name }, { signal }),
  ]);
  return [
    ...partners.map(
      (one): Found => ({
        ...{ kind: "partner", key: one.partnerId, name: one.name, about: "", href: `/partners/${one.partnerId}` },
      }),
    ),
    ...companies.map(
      (one): Found => ({
        ...{ kind: "company", key: one.id, name: one.name, about: one.legalName },
        href: `/companies?company=${one.id}`,
      }),
    ),
  ];
}

const sources = { company: findOfCompany, partner: findOfPartner, admin: findOfAdministrator };

/** What the role can open that has this text in its name. */
export const findEverywhere = (role: Role, text: string, signal: AbortSignal, language: string): Promise<Found[]> =>
  sources[role](text, signal, language);
