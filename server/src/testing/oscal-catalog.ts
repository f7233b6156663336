/** An invented OSCAL catalog as large as NIST SP 800-53. */

const families: [code: string, title: string, subjects: string[]][] = [
  ["ac", "Access Control", ["user accounts", "access privileges", "remote sessions", "shared credentials"]],
  ["at", "Awareness and Training", ["security training", "role-based training", "training records", "phishing drills"]],
  ["au", "Audit and Accountability", ["audit records", "log storage", "event types", "time stamps"]],
  [
    "cm",
    "Configuration Management",
    ["baseline configurations", "change requests", "software inventories", "settings"],
  ],
  ["cp", "Contingency Planning", ["contingency plans", "alternate sites", "system backups", "recovery tests"]],
  ["ia", "Identification", ["identity proofs", "authenticators", "device identities", "service credentials"]],
  ["ir", "Incident Response", ["incident reports", "response plans", "incident handling", "lessons learned"]],
  ["ma", "Maintenance", ["maintenance tools", "repair visits", "remote maintenance", "spare parts"]],
  ["mp", "Media Protection", ["removable media", "media labels", "media transport", "media destruction"]],
  ["pe", "Physical Protection", ["visitor records", "access badges", "delivery zones", "power equipment"]],
  ["ra", "Risk Assessment", ["risk assessments", "vulnerability scans", "threat reports", "criticality analyses"]],
  ["sc", "Communications Protection", ["boundary devices", "cryptographic keys", "network sessions", "public servers"]],
  ["si", "System Integrity", ["flaw reports", "malware alerts", "input checks", "error messages"]],
];
const actions: [verb: string, object: string][] = [
  ["documents and approves", "rules for"],
  ["reviews and updates", "the register of"],
  ["restricts to authorised persons", "changes to"],
  ["monitors and reports", "unusual use of"],
  ["protects against loss and alteration", "the evidence of"],
];
const moments = ["before first use", "at the end of a contract", "after a breach", "when roles change"];
const controlsPerFamily = 40;

export interface OscalPart {
  id: string;
  name: string;
  prose?: string;
  parts?: OscalPart[];
}

/** All statements differ, so that none is found by another's words. */
export function anOscalCatalog(title = "Made-up security controls") {
  return {
    catalog: {
      uuid: "2f7a6b8f-3f1e-4d6b-9a55-0d1f2d3c4b5a",
      metadata: { title, version: "5.1", "last-modified": "2026-01-01T00:00:00Z", "oscal-version": "1.1.2" },
      groups: families.map(([code, family, subjects]) => ({
        ...{ id: code, class: "family", title: family },
        controls: Array.from({ length: controlsPerFamily }, (_, at) => aControl(code, at + 1, subjects)),
      })),
    },
  };
}

/** Each control has one enhancement. */
export const oscalItemCount = families.length * controlsPerFamily * 2;

function aControl(family: string, number: number, subjects: string[]) {
  const id = `${family}-${number}`;
  const subject = subjects[number % subjects.length] ?? "";
  const [verb, object] = actions[number % actions.length] ?? ["", ""];
  const moment = moments[Math.floor(number / 5) % moments.length] ?? "";
  const every = `{{ insert: param, ${id}_prm_1 }}`;
  const part = (letter: string, prose: string): OscalPart => ({ id: `${id}_smt.${letter}`, name: "item", prose });
  return {
    ...{ id, class: "control", title: `${capital(subject)} ${moment}` },
    params: [{ id: `${id}_prm_1`, label: "organization-defined frequency" }],
    props: [{ name: "label", value: id.toUpperCase() }],
    parts: [
      {
        ...{ id: `${id}_smt`, name: "statement", prose: "The organization:" },
        parts: [
          part("a", `${capital(verb)} ${object} ${subject} ${moment} in area ${number};`),
          part("b", `Assigns a named person who answers for ${subject} in area ${number}; and`),
          part("c", `Examines ${subject} in area ${number} ${every}.`),
        ],
      },
      { id: `${id}_gdn`, name: "guidance", prose: "Guidance is no requirement." },
    ],
    controls: [
      {
        ...{ id: `${id}.1`, title: `Automation for ${subject} ${moment}` },
        props: [{ name: "label", value: `${id.toUpperCase()}(1)` }],
        parts: [
          {
            ...{ id: `${id}.1_smt`, name: "statement" },
            prose: `Automated mechanisms support ${object} ${subject} ${moment} in area ${number}.`,
          },
        ],
      },
    ],
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
