import type { AuditEntry } from "@assay/sdk";
import { Text } from "@mantine/core";
import type { Role } from "../service/session-query.ts";
import { AnchorLink } from "../ui/links.tsx";

/** What was changed: its name, linked where the reader has a page for it, and its id. */
export function Subject({ entry, role }: { entry: AuditEntry; role: Role }) {
  return (
    <>
      {entry.subjectName !== null && <SubjectName entry={entry} name={entry.subjectName} role={role} />}
      <Text span size="xs" ff="monospace" display="block">
        {entry.subjectId}
      </Text>
    </>
  );
}

function SubjectName({
  entry: { subjectId: id, subjectKind },
  name,
  role,
}: {
  entry: AuditEntry;
  name: string;
  role: Role;
}) {
  switch (`${role} ${subjectKind}`) {
    case "admin partner":
      return (
        <AnchorLink to="/partners/$id" params={{ id }} size="sm">
          {name}
        </AnchorLink>
      );
    case "admin company":
      return (
        <AnchorLink to="/companies" search={{ company: id }} size="sm">
          {name}
        </AnchorLink>
      );
    case "partner company":
      return (
        <AnchorLink to="/clients" size="sm">
          {name}
        </AnchorLink>
      );
    case "company review":
      return (
        <AnchorLink to="/reviews/$id" params={{ id }} size="sm">
          {name}
        </AnchorLink>
      );
    case "company document":
      return (
        <AnchorLink to="/documents/$id" params={{ id }} size="sm">
          {name}
        </AnchorLink>
      );
    case "company business_entity":
      return (
        <AnchorLink to="/entities" size="sm">
          {name}
        </AnchorLink>
      );
    case "company webhook":
      return (
        <AnchorLink to="/webhooks" size="sm">
          {name}
        </AnchorLink>
      );
    default:
      return (
        <Text span size="sm" display="block">
          {name}
        </Text>
      );
  }
}
