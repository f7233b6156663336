/** Secrets in the form the product gives them; what people may see of a key to know it by is shorter. */
const issued: Record<string, RegExp> = {
  "API key": /assay_(?:partner|company)_[0-9A-Za-z]{30,}/,
  "webhook secret": /whsec_[0-9A-Za-z+/=]{20,}/,
  "session cookie": /assay_session=[\w-]{20,}/,
};

/** Shorter ones stand in a text by chance. */
const shortestSecret = 8;
const namesOfSecrets = /KEY|TOKEN|SECRET|PASSWORD|OTLP_HEADERS/;
/** How many tokens a document may cost is no secret. */
const namesOfFigures = /TOKENS_PER/;

/** What these settings hold that nobody may read, and the name it is told by. */
export function secretsIn(env: Record<string, string>): Map<string, string> {
  const namesBySecret = new Map<string, string>();
  const add = (secret: string, name: string) => {
    if (secret.length >= shortestSecret && !namesBySecret.has(secret)) namesBySecret.set(secret, name);
  };
  for (const [name, value] of Object.entries(env)) {
    if (!namesOfSecrets.test(name) || namesOfFigures.test(name)) continue;
    add(value, name);
    // Lists such as name:key,name:key and name=value: the secret is what follows the name.
    for (const one of value.split(",")) add(one.replace(/^[^:=]*[:=]/, ""), name);
  }
  const database = URL.parse(env["DATABASE_URL"] ?? "");
  if (database !== null) add(decodeURIComponent(database.password), "the password in DATABASE_URL");
  return namesBySecret;
}

/** The kinds of secrets that stand in what was written; never the secrets themselves, which would only spread them. */
export function leaksIn(written: string, namesBySecret: Map<string, string> = new Map()): string[] {
  const ofForm = Object.entries(issued).filter(([, form]) => form.test(written));
  const ofSettings = [...namesBySecret].filter(([secret]) => written.includes(secret));
  return [...new Set([...ofForm.map(([kind]) => kind), ...ofSettings.map(([, name]) => name)])];
}
