import type { PersonRole } from "@assay/sdk";
import { Radio, Stack } from "@mantine/core";
import type { Role } from "../service/session-query.ts";
import { capitalised } from "../texts/page-names.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { organisationRoles } from "./organisation-roles.ts";

interface RoleFieldProps {
  tier: Role;
  value: PersonRole;
  onChange: (role: PersonRole) => void;
}

/** The roles of the organisation, each with what it may do. */
export function RoleField({ tier, value, onChange }: RoleFieldProps) {
  const { people: words, signIn } = useTexts();
  return (
    <Radio.Group label={words.role} value={value} onChange={(role) => onChange(role as PersonRole)}>
      <Stack gap="xs" mt={6}>
        {organisationRoles[tier].map((role) => (
          <Radio
            key={role}
            value={role}
            label={capitalised(signIn.invitation.roles[role])}
            description={words.roleTexts[role]}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
