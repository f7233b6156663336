import { Alert, Group, Stack } from "@mantine/core";
import { IconBuilding, IconPlayerPause } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { AnchorLink } from "../ui/links.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";
import { partnerQuery } from "./admin-queries.ts";
import { KeyList } from "./key-list.tsx";
import { PartnerLimits } from "./partner-limits.tsx";
import { PartnerWhitelist } from "./partner-whitelist.tsx";
import { QuotaFields } from "./quota-fields.tsx";
import { RenamePartner } from "./rename-partner.tsx";
import { SuspendPartner } from "./suspend-partner.tsx";

/** One partner: its keys, what it may use and how much. */
export function PartnerPage() {
  const { admin, ui } = useTexts();
  const formats = useFormats();
  const { id = "" } = useParams({ strict: false });
  const query = useQuery(partnerQuery(id));
  return (
    <Page
      title={query.data?.name ?? admin.partners.title}
      lead={query.data && ui.labelled(admin.partners.createdAt, formats.date(query.data.createdAt))}
      actions={
        <>
          {query.data !== undefined && (
            <>
              <RenamePartner partner={query.data} />
              <SuspendPartner partner={query.data} />
            </>
          )}
          <AnchorLink to="/companies" search={{ partner: id }} size="sm">
            <Group gap={6}>
              <IconBuilding size={16} aria-hidden />
              {admin.partner.toCompanies}
            </Group>
          </AnchorLink>
        </>
      }
    >
      <Loaded query={query}>
        {(partner) => (
          <Stack gap="xl">
            {partner.suspendedAt !== null && (
              <Alert color="orange" variant="light" icon={<IconPlayerPause size={18} aria-hidden />}>
                {ui.labelled(admin.partners.suspendedSince, formats.date(partner.suspendedAt))}
              </Alert>
            )}
            <KeyList owner={{ partnerId: partner.partnerId }} />
            <PartnerWhitelist key={`whitelist ${partner.partnerId}`} partner={partner} />
            <PartnerLimits key={`limits ${partner.partnerId}`} partner={partner} />
            <QuotaFields key={`quotas ${partner.partnerId}`} owner={{ partnerId: partner.partnerId }} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
