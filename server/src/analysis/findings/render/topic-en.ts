/** Keys that do not read as words. */
const namedByHand: Record<string, string> = {
  "agent-consumer-confirmation": "Confirmation by the consumer",
  "arrangement-essence": "Essence of the arrangement",
  "assist-protection": "Help with protection",
  "at-end": "Return at the end",
  "authority-list": "List of the authority",
  "author-not-officer": "Author other than the DPO",
  "beyond-twelve-months": "Access beyond twelve months",
  "bias-groups": "Groups examined for bias",
  "by-category": "Time limits by category",
  "by-design-default": "Data protection by design and by default",
  "categories-indirect": "Categories obtained from others",
  "clauses-2010": "Clauses of 2010",
  "compelled-limited": "Limits of compelled disclosure",
  "comply-with-rule": "Compliance with the Security Rule",
  "confidentiality-integrity-availability": "Confidentiality, integrity and availability",
  conformity: "Conformity with practice",
  "consult-if-high": "Consultation where a high risk remains",
  "consulted-if-high": "Consultation where the risk is high",
  contribute: "Contribution to audits",
  "cooperate-authorities": "Cooperation with authorities",
  "cooperate-entity": "Cooperation with the financial entity",
  "cooperate-lead-overseer": "Cooperation with the Lead Overseer",
  "copies-apart": "Copies kept apart",
  "correction-downstream": "Corrections passed on",
  "critical-within-fourteen-days": "Critical vulnerabilities within fourteen days",
  "deletion-after": "Deletion after the period",
  "detect-respond": "Detection and response",
  "dpo-not-owner": "Owner other than the DPO",
  "entity-per-region": "Controller for each region",
  "errors-completeness": "Errors and completeness",
  "exemption-narrow": "Narrow exemption",
  "expertise-resources": "Expertise and resources",
  extent: "Extent of application",
  "final-after-handling": "Final report after handling",
  "final-cross-border": "Cross-border effects in the final report",
  "flow-down-contract": "Obligations passed on by contract",
  "impact-reported": "Impact in the report",
  "in-house": "Move in-house",
  "know-details": "Details of the right to know",
  "large-scale-special": "Special categories on a large scale",
  "law-breach-ground": "Termination for breach of law",
  "changed-circumstances-ground": "Termination for changed circumstances",
  "security-weakness-ground": "Termination for security weaknesses",
  "supervision-ground": "Termination for impeded supervision",
  "likelihood-severity": "Likelihood and severity",
  "limit-15-days": "Limit on use within 15 days",
  "malice-reported": "Suspected malice in the report",
  "malware-measure": "Measure against malware",
  "measure-allocation": "Allocation of measures",
  "measures-fit-organisation": "Measures that fit the organisation",
  "measures-tools-policies": "Measures, tools and policies",
  "nature-and-information": "Measure of the support",
  "need-stated": "Whether consultation is needed",
  "no-confidentiality-bar": "No bar by confidentiality duties",
  "no-retaliation-workers": "Protection of workers from retaliation",
  "not-subject": "Right not to be subject to automated decisions",
  "opt-out-15-days": "Opt-out within 15 days",
  "output-override": "Override of the output",
  "override-stop": "Override and stop",
  "pass-on-deletion": "Deletion passed on",
  "passes-on-requests": "Requests passed on",
  "per-category": "Retention for each category",
  "persons-of-use": "Persons concerned by the use",
  "reasons-if-not": "Reasons for not seeking views",
  "representativeness-assessed": "Assessment of representativeness",
  "resolution-stay": "Protection in resolution",
  "respond-in-45-days": "Response in 45 days",
  "retaliation-suit": "Lawsuit for retaliation",
  "rights-against-each": "Rights against each controller",
  "risk-appropriate": "Measures appropriate to the risk",
  "risks-for-consent": "Risks where transfers rest on consent",
  "sale-third-parties": "Third parties in sales",
  "sensitive-data-stated": "Statement on sensitive data",
  "service-in-transition": "Service during transition",
  setting: "Setting of use",
  "signal-frictionless": "Frictionless processing of signals",
  "signal-how-to": "How to turn on signals",
  "signal-scope": "Scope of the signal",
  "six-years": "Retention for six years",
  "step-in": "Step-in rights",
  survival: "Survival of confidentiality",
  "takes-part-and-cooperates": "Participation and cooperation",
  "technical-and-nontechnical": "Technical and non-technical evaluation",
  "unverified-outcome": "Outcome without verification",
  "updates-revisions": "Updates and revisions",
  warning: "Warning about unlawful instructions",
};

/** Words of keys that are written as one, and abbreviations. */
const compounds =
  /\b(?:opt (?:in|out)|sub processors?|trade offs|toll free|re use|off premises|out of scope(?= use)|built in(?= [a-z])|(?:high risk|third party|third country|role based|need based|post incident|two person)(?= [a-z])|look back|need to know|multi factor|cross border|step in)\b/g;
const abbreviations = /\b(?:admt|ai|cia|dpo|ict)\b/g;

/** A criterion's key as a person would write it. */
export function topicOf(key: string): string {
  const named = namedByHand[key];
  if (named !== undefined) return named;
  const words = key
    .replaceAll("-", " ")
    .replace(compounds, (words) => words.replaceAll(" ", "-"))
    .replace(abbreviations, (letters) => letters.toUpperCase())
    .replace(/\bai specific\b/gi, "AI-specific")
    .replace(/\bephi\b/g, "ePHI")
    .replace(/\bart (?=\d)/g, "Art. ")
    .replace(/\bchapter [ivx]+\b/g, (words) => `chapter ${words.slice(8).toUpperCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
