import { people } from "../service/assay.ts";
import { useList } from "../service/use-list.ts";

export const membersKey = ["people"];
export const invitationsKey = ["invitations"];

export const useMembers = () =>
  useList(membersKey, async (page, signal) => {
    const { people: entries, nextCursor } = await people.listPeople(page, { signal });
    return { entries, nextCursor };
  });

export const useInvitations = () =>
  useList(invitationsKey, async (page, signal) => {
    const { invitations: entries, nextCursor } = await people.listInvitations(page, { signal });
    return { entries, nextCursor };
  });
