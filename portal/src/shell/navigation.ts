import type { Session } from "@assay/sdk";
import {
  type Icon,
  IconBuilding,
  IconBuildingCommunity,
  IconClipboardCheck,
  IconClipboardList,
  IconFileText,
  IconGridDots,
  IconHeartRateMonitor,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconPalette,
  IconScale,
  IconUpload,
  IconUserPlus,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from "@tabler/icons-react";
import type { Role } from "../service/session-query.ts";
import type { Texts } from "../texts/texts.ts";

type PersonRole = NonNullable<Session["person"]>["role"];

export interface Destination {
  to: string;
  label: (texts: Texts) => string;
  icon: Icon;
  /** People whose role does not permit what the page needs. Sessions that were opened with a key see every page. */
  hiddenFrom?: readonly PersonRole[];
}

const people: Destination = {
  to: "/people",
  label: ({ people: { title } }) => title,
  icon: IconUsers,
  hiddenFrom: ["partner_consultant", "company_reviewer", "company_reader", "consultant"],
};

const keys: Destination = {
  to: "/keys",
  label: ({ keys: { title } }) => title,
  icon: IconKey,
  hiddenFrom: ["partner_consultant", "company_reviewer", "company_reader", "consultant"],
};

const auditLog: Destination = {
  to: "/audit-log",
  label: ({ auditLog: { title } }) => title,
  icon: IconListDetails,
  hiddenFrom: ["consultant"],
};

/** Each role's pages in the order of daily use; the first is its start page. */
export const destinations: Record<Role, [Destination, ...Destination[]]> = {
  admin: [
    { to: "/partners", label: ({ admin }) => admin.partners.title, icon: IconUsersGroup },
    { to: "/companies", label: ({ admin }) => admin.companies.title, icon: IconBuilding },
    { to: "/catalogue", label: ({ admin }) => admin.catalogue.title, icon: IconScale },
    people,
    auditLog,
    { to: "/system", label: ({ admin }) => admin.system.title, icon: IconHeartRateMonitor },
  ],
  partner: [
    { to: "/clients", label: ({ partner }) => partner.clients.title, icon: IconBuilding },
    { to: "/scores", label: ({ dashboards }) => dashboards.heatMap.title, icon: IconGridDots },
    {
      to: "/onboard",
      label: ({ partner }) => partner.onboard.title,
      icon: IconUserPlus,
      hiddenFrom: ["partner_consultant"],
    },
    { to: "/frameworks", label: ({ partner }) => partner.frameworks.title, icon: IconScale },
    people,
    keys,
    {
      to: "/branding",
      label: ({ branding }) => branding.title,
      icon: IconPalette,
      hiddenFrom: ["partner_consultant"],
    },
    auditLog,
  ],
  company: [
    { to: "/overview", label: ({ dashboards }) => dashboards.title, icon: IconLayoutDashboard },
    { to: "/reviews", label: ({ review }) => review.reviews.title, icon: IconClipboardCheck },
    { to: "/documents", label: ({ review }) => review.documents.title, icon: IconFileText },
    { to: "/gaps", label: ({ gaps }) => gaps.title, icon: IconClipboardList },
    { to: "/submit", label: ({ evidence }) => evidence.submit.title, icon: IconUpload },
    { to: "/entities", label: ({ company }) => company.entities.title, icon: IconBuildingCommunity },
    {
      to: "/webhooks",
      label: ({ webhooks }) => webhooks.title,
      icon: IconWebhook,
      hiddenFrom: ["company_reviewer", "company_reader", "consultant"],
    },
    people,
    keys,
    {
      to: "/access",
      label: ({ access: { title } }) => title,
      icon: IconUserShield,
      hiddenFrom: ["consultant"],
    },
    auditLog,
  ],
};

/** The pages of whoever is signed in. */
export const destinationsOf = ({ role, person }: Session): Destination[] =>
  destinations[role].filter(({ hiddenFrom = [] }) => person === null || !hiddenFrom.includes(person.role));
