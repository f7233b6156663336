import { Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { assay } from "../service/assay.ts";
import { useFormats, useTexts } from "../texts/texts-context.tsx";
import { Loaded } from "../ui/loaded.tsx";
import { Page } from "../ui/page.tsx";

export function PartnersPage() {
  const { partners } = useTexts().admin;
  const formats = useFormats();
  const query = useQuery({
    queryKey: ["partners"],
    queryFn: ({ signal }) => assay.admin.listPartners({}, { signal }),
  });
  return (
    <Page title={partners.title}>
      <Loaded query={query}>
        {(page) => (
          <Table>
            <Table.Tbody>
              {page.partners.map((one) => (
                <Table.Tr key={one.partnerId}>
                  <Table.Td>{one.name}</Table.Td>
                  <Table.Td>{formats.date(one.createdAt)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Loaded>
    </Page>
  );
}
