/** Patterns of secrets that the service issues. The visible prefixes of keys are shorter. */
const issued: Record<string, RegExp> = {
  "API key": /assay_(?:partner|company)_[0-9A-Za-z]{30,}/,
  "webhook secret": /whsec_[0-9A-Za-z+/=]{20,}/,
  "session cookie": /assay_session=[\w-]{20,}/,
};

/** Shorter ones could occur in a text by coincidence. */
const minSecretLength = 8;
const secretNames = /KEY|TOKEN|SECRET|PASSWORD|OTLP_HEADERS/;
/** A token budget is no secret. */
const budgetNames = /TOKENS_PER/;

/** The secrets among the settings, each with its setting's name. */
export function collectSecrets(env: Record<string, string>): Map<string, string> {
  const namesBySecret = new Map<string, string>();
  const add = (secret: string, name: string) => {
    if (secret.length >= minSecretLength && !namesBySecret.has(secret)) namesBySecret.set(secret, name);
  };
  for (const [name, value] of Object.entries(env)) {
    if (!secretNames.test(name) || budgetNames.test(name)) continue;
    add(value, name);
    // In lists such as name:key,name:key and name=value, the secret follows the name.
    for (const one of value.split(",")) add(one.replace(/^[^:=]*[:=]/, ""), name);
  }
  const database = URL.parse(env["DATABASE_URL"] ?? "");
  if (database !== null) add(decodeURIComponent(database.password), "the password in DATABASE_URL");
  return namesBySecret;
}

/** The kinds of secrets in the text, without the secrets themselves. */
export function findLeaks(written: string, namesBySecret: Map<string, string> = new Map()): string[] {
  const byPattern = Object.entries(issued).filter(([, form]) => form.test(written));
  const bySetting = [...namesBySecret].filter(([secret]) => written.includes(secret));
  return [...new Set([...byPattern.map(([kind]) => kind), ...bySetting.map(([, name]) => name)])];
}
