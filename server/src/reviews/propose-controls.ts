import type { Crosswalk } from "../catalogue/crosswalk.ts";
import { type CrosswalkStore, resolveLinks } from "../catalogue/linked-criterion.ts";
import { type DocumentStore, getDocument } from "../documents/document.ts";
import type { Id } from "../platform/ids.ts";

/** Another control by which a document can be judged, and how much of it the document serves already. */
export interface ProposedControl {
  controlId: Id;
  code: string;
  name: string;
  /** Criteria that ask the same as one that the document meets. */
  servedCount: number;
  /** Criteria of which the document meets a part, and that it does not serve otherwise. */
  partlyServedCount: number;
  criterionCount: number;
}

export interface ProposeControlsDeps {
  crosswalk: Crosswalk;
  documents: Pick<DocumentStore, "find">;
  links: CrosswalkStore;
}

/** The controls that the criteria which a document meets serve, too; those that they serve most come first. */
export async function proposeControls(
  deps: ProposeControlsDeps,
  { companyId, partnerId }: { companyId: Id; partnerId: Id },
  documentId: Id,
): Promise<{ metCount: number; controls: ProposedControl[] }> {
  const { controlId: ownControlId } = await getDocument(deps, companyId, documentId);
  const met = await deps.links.listMet(companyId, documentId);
  const metKeys = new Set(met.map(({ itemId, criterion }) => `${itemId} ${criterion}`));
  const itemIds = [...new Set(met.map(({ itemId }) => itemId))];
  const from = {
    itemIds,
    includes: ({ itemId, criterion }: (typeof met)[number]) => metKeys.has(`${itemId} ${criterion}`),
  };
  const links = (await resolveLinks(deps, partnerId, from, "en")).filter(
    ({ type, other }) => type !== "hasPart" && other.controlId !== ownControlId,
  );
  const byControl = Map.groupBy(links, ({ other }) => other.controlId);
  const counts = await deps.links.countCriteria([...byControl.keys()]);
  const controls = [...byControl].map(([controlId, ofControl]): ProposedControl => {
    const namesOf = (type: "sameAs" | "partOf") =>
      new Set(ofControl.filter((link) => link.type === type).map(({ other }) => `${other.itemId} ${other.criterion}`));
    const same = namesOf("sameAs");
    const { controlCode = "", controlName = "" } = ofControl[0]?.other ?? {};
    return {
      ...{ controlId, code: controlCode, name: controlName },
      servedCount: same.size,
      partlyServedCount: namesOf("partOf").difference(same).size,
      criterionCount: counts.find((one) => one.controlId === controlId)?.count ?? 0,
    };
  });
  const worthOf = ({ servedCount, partlyServedCount }: ProposedControl) => servedCount + partlyServedCount / 2;
  return {
    metCount: met.length,
    controls: controls.toSorted((a, b) => worthOf(b) - worthOf(a) || a.code.localeCompare(b.code)),
  };
}
