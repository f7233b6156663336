/** What the service says, in English, when it refuses something about people and accounts. */
const messages = {
  lastOwner: /^Somebody else must be able to manage people first\.$/,
  alreadyMember: /^This person is a member already\.$/,
  ownerManages: /^Your organisation has an owner, who does this; a key no longer can\.$/,
  role: /^Your role(?:, [\w ]+,)? does not permit this operation\.$/,
  severalOrganisations: /^This person belongs to other organisations, too: only the operator can do it\.$/,
  ownFactor: /^Remove your own with your password\.$/,
  password: /^The (?:current )?password is wrong\.$/,
  factorExists: /^This account has a second factor; remove it first\.$/,
  factorNotBegun: /^There is no second factor to confirm; begin with a new one\.$/,
  code: /^The code is wrong; is the clock of your device right\?$/,
  passwordLength: /^A password has \S+ to \S+ characters\.$/,
  passwordCommon: /^This password is one of the most common ones; choose another\.$/,
  passwordRepeats: /^This password repeats a few characters; choose another\.$/,
  passwordName: /^This password is little more than a name or address; choose another\.$/,
  email: /^email must be an email address\.$/,
  providerSession: /^You signed in through an organisation's identity provider, for that organisation only\./,
  account: /^This operation is for people with an account; you are signed in without\.$/,
} as const;

export type RefusalTexts = Record<keyof typeof messages, string>;

/** The same refusal in the reader's language; undefined for one that is not known here. */
export function refusalIn(words: RefusalTexts, message: string): string | undefined {
  const found = Object.entries(messages).find(([, pattern]) => pattern.test(message));
  return found && words[found[0] as keyof RefusalTexts];
}
