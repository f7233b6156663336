import type { CompanyOverview } from "@assay/sdk";
import { Drawer, Stack } from "@mantine/core";
import { useTexts } from "../texts/texts-context.tsx";
import { CompanyEntities } from "./company-entities.tsx";
import { EraseCompany } from "./erase-company.tsx";
import { KeyList } from "./key-list.tsx";
import { QuotaFields } from "./quota-fields.tsx";

/** One company's entities and keys, and its erasure, in a drawer beside the list. */
export function CompanyDrawer({ company, onClose }: { company: CompanyOverview | undefined; onClose: () => void }) {
  const { ui } = useTexts();
  return (
    <Drawer
      opened={company !== undefined}
      onClose={onClose}
      position="right"
      // Wide enough for a key with all its dates and buttons.
      size="min(100vw, 1080px)"
      title={company?.name}
      closeButtonProps={{ "aria-label": ui.close }}
    >
      {company !== undefined && (
        <Stack gap="xl">
          <CompanyEntities companyId={company.id} companyName={company.name} />
          <KeyList owner={{ companyId: company.id }} />
          <QuotaFields key={company.id} owner={{ companyId: company.id }} />
          <EraseCompany company={company} onErased={onClose} />
        </Stack>
      )}
    </Drawer>
  );
}
