import type { Branding } from "@assay/sdk";
import { SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { BrandingForm } from "./branding-form.tsx";
import { BrandingPreview } from "./branding-preview.tsx";
import { brandingQuery } from "./branding-query.ts";

/** How the reports of the partner's companies look, with a preview of what is not saved yet. */
export function BrandingPage() {
  const { branding: words } = useTexts();
  const query = useQuery(brandingQuery);
  return (
    <Page title={words.title} lead={words.lead}>
      <Loaded query={query}>{(branding) => <BrandingEditor saved={branding} />}</Loaded>
    </Page>
  );
}

function BrandingEditor({ saved }: { saved: Branding }) {
  const [branding, setBranding] = useState(saved);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <BrandingForm branding={branding} onChange={setBranding} />
      <BrandingPreview branding={branding} />
    </SimpleGrid>
  );
}
