import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../service/session-query.ts";
import { useTexts } from "../texts/texts-context.tsx";
import { Page } from "../ui/page.tsx";
import { InterruptedUploads } from "./interrupted-uploads.tsx";
import { SubmitForm } from "./submit-form.tsx";
import { UploadCard } from "./upload-card.tsx";
import { useUploads } from "./use-uploads.ts";

/** A new submission, with running and interrupted uploads. */
export function SubmitPage() {
  const { submit: words } = useTexts().evidence;
  const { data: session } = useQuery(sessionQuery);
  const companyId = session?.companyId ?? undefined;
  const uploads = useUploads(companyId);
  if (companyId === undefined) return null;
  return (
    <Page title={words.title} lead={words.lead}>
      <InterruptedUploads companyId={companyId} />
      {uploads.map((upload) => (
        <UploadCard key={upload.id} upload={upload} />
      ))}
      <SubmitForm companyId={companyId} />
    </Page>
  );
}
