import assert from "node:assert/strict";
import { type Assay, type DocumentResult, resolveFindings, type UploadFile } from "../sdk/src/index.ts";
import type { Portal } from "./portal-fixture.ts";

/** A company with its own partner, to submit documents for. */
export interface PortalCompany {
  key: string;
  partnerKey: string;
  companyId: string;
  assay: Assay;
  businessEntityId: string;
  controlId: string;
  frameworkId: string;
  itemIds: string[];
  /** Submits files as one document and waits for its result. */
  review(files: UploadFile[], itemIds?: string[]): Promise<DocumentResult>;
}

const reviewSeconds = 120;

export async function createPortalCompany(portal: Portal, name = "Acme GmbH"): Promise<PortalCompany> {
  const admin = portal.administration;
  const { apiKey: partnerKey } = await admin.createPartner({ name: "Partner" });
  const onboarded = await portal.connect({ apiKey: partnerKey }).onboardCompany({ name });
  const { companyApiKey: key, companyId, businessEntityId } = onboarded;
  const assay = portal.connect({ apiKey: key });
  const { frameworks } = await assay.listComplianceFrameworks();
  const framework = frameworks.find(({ controls }) => controls.some(({ code }) => code === "DPA"));
  const control = framework?.controls.find(({ code }) => code === "DPA");
  assert.ok(framework && control);
  const { items } = await assay.listControlItems(control.id);
  return {
    ...{ key, partnerKey, companyId, assay, businessEntityId, controlId: control.id, frameworkId: framework.id },
    itemIds: items.map(({ id }) => id),
    async review(files, itemIds) {
      const target = { businessEntityId, controlId: control.id, isConsolidated: true };
      const { documents } = await assay.uploadDocuments(files, { ...target, selectedControlItemIds: itemIds });
      const result = await assay.waitForResult(documents[0]?.documentId ?? "", {
        timeoutSeconds: reviewSeconds,
        include: ["quotes", "statements"],
      });
      assert.equal(result.status, "completed", result.failureReason ?? "");
      return result;
    },
  };
}

/** Finds an item with evidence. */
export function findItemWithEvidence(result: DocumentResult) {
  for (const item of result.complianceItems) {
    const quotes = resolveFindings(result, item).criteria.flatMap(({ evidence }) =>
      evidence.map(({ text = "" }) => text),
    );
    const [first] = quotes;
    if (first !== undefined) return { item, first, quotes };
  }
  throw new Error("no item has evidence");
}
