// npm run screenshots     writes docs/screenshots/*.png: the portal's main pages, on a service with sample data
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openPortal, type Portal } from "../e2e/portal-fixture.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "docs", "screenshots");

interface Shot {
  name: string;
  key: string;
  path: string;
  colorScheme?: "light" | "dark";
  width?: number;
  /** Waits for or does what the screenshot needs. */
  ready: (page: Page) => Promise<unknown>;
}

/** A partner with a few companies, each with reviewed documents, and one document that failed. */
async function createSampleData(portal: Portal) {
  const admin = portal.administration;
  await admin.createPartner({ name: "Nordwind Consulting" });
  const partner = await admin.createPartner({ name: "Brightharbor Advisory" });
  const asPartner = portal.connect({ apiKey: partner.apiKey });
  const samples: [company: string, city: string, control: string, files: string[]][] = [
    ["Alpenblick Software GmbH", "Linz", "DPA", ["bench/cases/DPA/partly.md"]],
    ["Maison Verte SARL", "Lyon", "NDA", ["bench/cases/NDA/compliant.md"]],
    ["Costa Digital S.L.", "Valencia", "DPA", ["bench/cases/DPA/compliant.md"]],
  ];
  const companies: { key: string; reviewId: string; documentId: string }[] = [];
  for (const [name, city, code, files] of samples) {
    const onboarded = await asPartner.onboardCompany({ name, city });
    const company = portal.connect({ apiKey: onboarded.companyApiKey });
    const { frameworks } = await company.listComplianceFrameworks();
    const control = frameworks.flatMap(({ controls }) => controls).find((one) => one.code === code);
    const form = new FormData();
    for (const file of files)
      form.append("files[]", new Blob([await readFile(join(root, file))]), file.split("/").at(-1));
    const target = { businessEntityId: onboarded.businessEntityId, controlId: control?.id ?? "" };
    const { documentId, complianceReviewId } = await company.submitDocuments(form, target);
    await company.waitForResult(documentId);
    companies.push({ key: onboarded.companyApiKey, reviewId: complianceReviewId, documentId });
    await company.createBusinessEntity({ name: `${name}, ${city} branch` });
  }
  const [first] = companies;
  if (first === undefined) throw new Error("no company");
  const unreadable = new FormData();
  unreadable.append("files[]", new Blob([new Uint8Array([0, 1, 2, 255, 254])]), "scan-0041.bin");
  const company = portal.connect({ apiKey: first.key });
  const failed = await company.submitDocuments(unreadable, { complianceReviewId: first.reviewId });
  await company.waitForResult(failed.documentId);
  return { partnerId: partner.partnerId, partnerKey: partner.apiKey, companies };
}

async function shotsOf(portal: Portal): Promise<Shot[]> {
  const { partnerId, partnerKey, companies } = await createSampleData(portal);
  const { adminToken } = portal;
  const [company] = companies;
  if (company === undefined) throw new Error("no company");
  const { complianceItems } = await portal.connect({ apiKey: company.key }).getDocumentResult(company.documentId);
  const partly = complianceItems.find(({ complianceLevel }) => complianceLevel === "partially_compliant");
  const control = (await portal.administration.listFrameworks()).frameworks
    .flatMap(({ controls }) => controls)
    .find(({ code }) => code === "DPA");
  return [
    {
      name: "review",
      key: company.key,
      path: `/reviews/${company.reviewId}`,
      ready: (page) => page.getByTestId("item-row").first().waitFor(),
    },
    {
      name: "requirement",
      key: company.key,
      path: `/documents/${company.documentId}/items/${partly?.id}`,
      ready: (page) => page.locator("mark").first().waitFor(),
    },
    {
      name: "partner-keys",
      key: adminToken,
      path: `/partners/${partnerId}`,
      ready: (page) => page.getByRole("table", { name: "Keys" }).waitFor(),
    },
    {
      name: "catalogue",
      key: adminToken,
      path: `/catalogue?control=${control?.id}`,
      async ready(page) {
        await page.locator("main .mantine-Accordion-control").first().click();
        await page.getByText("Criteria", { exact: true }).first().waitFor();
      },
    },
    {
      name: "system-dark",
      key: adminToken,
      path: "/system",
      colorScheme: "dark",
      ready: (page) => page.getByRole("table", { name: "Failed documents" }).waitFor(),
    },
    {
      name: "partner-companies",
      key: partnerKey,
      path: "/clients",
      ready: (page) => page.getByRole("table", { name: "Companies" }).waitFor(),
    },
  ];
}

async function take(portal: Portal, { name, key, path, colorScheme = "light", width = 1280, ready }: Shot) {
  const page = await portal.open(key, path, { colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" });
  await ready(page);
  await page.evaluate("document.activeElement?.blur()");
  await writeFile(join(folder, `${name}.png`), await page.screenshot());
  await page.context().close();
}

await mkdir(folder, { recursive: true });
const portal = await openPortal();
try {
  for (const shot of await shotsOf(portal)) {
    await take(portal, shot);
    console.log(`docs/screenshots/${shot.name}.png`);
  }
} finally {
  await portal.close();
}
