import assert from "node:assert/strict";
import type { Review } from "../reviews/review.ts";
import type { TestServer } from "./test-server.ts";

/** What most tests start from, made the way a partner makes it: over the API. */

export interface APartner {
  partnerId: string;
  key: string;
}

export async function aPartner(
  { call }: TestServer,
  fields: { name?: string; frameworkIds?: string[] } = {},
): Promise<APartner> {
  const { status, body } = await call("/v1/admin/partners", { admin: true, body: { name: "Consultancy", ...fields } });
  assert.equal(status, 201, JSON.stringify(body));
  return { partnerId: body.partnerId, key: body.apiKey };
}

export interface ACompany {
  partner: APartner;
  companyId: string;
  businessEntityId: string;
  key: string;
}

export async function aCompany(
  server: TestServer,
  fields: { partner?: APartner; name?: string } = {},
): Promise<ACompany> {
  const partner = fields.partner ?? (await aPartner(server));
  const { status, body } = await server.call("/v1/onboard", {
    key: partner.key,
    body: { name: fields.name ?? "Acme GmbH" },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return { partner, companyId: body.companyId, businessEntityId: body.businessEntityId, key: body.companyApiKey };
}

/** Submissions make reviews; until one is needed for its own sake, the store does. */
export async function aReview(server: TestServer, company: ACompany, fields: Partial<Review> = {}): Promise<Review> {
  const [framework] = await server.database.db.catalogue.listEveryFramework();
  const control = framework?.controls[0];
  assert.ok(framework && control);
  const at = new Date("2026-02-01T09:00:00.000Z");
  const review: Review = {
    id: server.nextId(),
    companyId: company.companyId,
    businessEntityId: company.businessEntityId,
    frameworkId: framework.id,
    controlId: control.id,
    name: "Review",
    scope: "Everything",
    reviewDate: at,
    createdAt: at,
    updatedAt: undefined,
    ...fields,
  };
  await server.database.db.reviews.insert(review);
  return review;
}

/** An id of the right form that belongs to nothing. */
export const unknownId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

export async function frameworksOf({ call }: TestServer, key: string) {
  const { body } = await call("/v1/compliance-frameworks", { key });
  return body.frameworks as { id: string; code: string; controls: { id: string; code: string; itemCount: number }[] }[];
}

export async function controlOf(server: TestServer, key: string, code: string) {
  const control = (await frameworksOf(server, key))
    .flatMap((framework) => framework.controls)
    .find((one) => one.code === code);
  assert.ok(control, `no control ${code}`);
  return control;
}
