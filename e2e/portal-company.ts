import assert from "node:assert/strict";
import type { Assay, ComplianceItem, DocumentResult, UploadFile } from "../sdk/src/index.ts";
import type { Portal } from "./portal-opener.ts";

/** A company of a partner of its own, and what a test needs to hand documents in for it. */
export interface APortalCompany {
  key: string;
  companyId: string;
  assay: Assay;
  businessEntityId: string;
  controlId: string;
  frameworkId: string;
  itemIds: string[];
  /** Hands files in as one document and waits for the end of its review. */
  reviewed(files: UploadFile[], itemIds?: string[]): Promise<DocumentResult>;
}

const reviewSeconds = 120;

export async function aPortalCompany(portal: Portal, name = "Acme GmbH"): Promise<APortalCompany> {
  const { admin } = portal.connect({ adminToken: portal.adminToken });
  const { apiKey } = await admin.createPartner({ name: "Partner" });
  const onboarded = await portal.connect({ apiKey }).onboardCompany({ name });
  const { companyApiKey: key, companyId, businessEntityId } = onboarded;
  const assay = portal.connect({ apiKey: key });
  const { frameworks } = await assay.listComplianceFrameworks();
  const framework = frameworks.find(({ controls }) => controls.some(({ code }) => code === "DPA"));
  const control = framework?.controls.find(({ code }) => code === "DPA");
  assert.ok(framework && control);
  const { items } = await assay.listControlItems(control.id);
  return {
    ...{ key, companyId, assay, businessEntityId, controlId: control.id, frameworkId: framework.id },
    itemIds: items.map(({ id }) => id),
    async reviewed(files, itemIds) {
      const target = { businessEntityId, controlId: control.id, isConsolidated: true };
      const { documents } = await assay.uploadDocuments(files, { ...target, selectedControlItemIds: itemIds });
      const result = await assay.waitForResult(documents[0]?.documentId ?? "", { timeoutSeconds: reviewSeconds });
      assert.equal(result.status, "completed", result.failureReason ?? "");
      return result;
    },
  };
}

/** An item of which the engine has found something, and its first quote. */
export function itemWithEvidence({ complianceItems }: DocumentResult) {
  for (const item of complianceItems) {
    const quotes = (item.result?.criteria ?? []).flatMap(({ evidence }) => evidence);
    const [first] = quotes;
    if (first !== undefined) return { item: item as ComplianceItem, first, quotes };
  }
  throw new Error("nothing was found");
}
