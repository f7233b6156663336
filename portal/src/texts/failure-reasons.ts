/**
 * What the service says about a document or file that failed, in English; the most specific first. A group holds what differs. Portals in
 * other languages say the same in their own words.
 */
const reasons = {
  noneRead: /^None of the files could be read\./,
  cancelled: /^The document was cancelled\.$/,
  cancelledByPartner: /^The document was cancelled by the company's partner\.$/,
  cancelledByAdministrator: /^The document was cancelled by the administrator\.$/,
  empty: /^The file is empty\.$/,
  emptyArchive: /^The archive has no files in it\.$/,
  noText: /^The file (?:has no |is not text)|^There is nothing to read/,
  protected: /(?:is protected by a password|is protected in a way|is encrypted)/,
  unknownFormat: /^The file format was not recognised/,
  ofKind: /^The file is of the type (.+), which cannot be read\.$/,
  program: /^The file is a program \((.+)\)/,
  damagedPage: /^The file is damaged: page ([\d,]+)/,
  damaged: /^The (?:file|archive|Outlook message|email|attachment) is damaged|^Reading the file ended unexpectedly/,
  tooManyPages: /has more than ([\d,]+) pages/,
  tooMuchText: /has more than (.+) of text/,
  tooLarge:
    /^The (?:file|PDF|image) (?:is larger than|unpacks to more than|is too large)|^The (?:workbook|archive) has more than/,
  tooMuchWork: /^Reading the (?:file|document) (?:took|wrote)/,
  packedTooTightly: /is packed so tightly|is packed into more than/,
  wordsNotRecognised: /^The words in the image cannot be recognised/,
  lost: /is no longer in the service's storage/,
  judgingTimedOut: /^Judging was stopped after ([\d,]+) seconds/,
  notJudged: /^None of the ([\d,]+) control items could be judged/,
  gaveUp: /^Processing ended unexpectedly|every attempt ended with an error/,
  unsupported: /cannot be read|older Office format/,
} as const;

export type FailureTexts = Record<keyof typeof reasons, (given: string) => string>;

/** What is not known is shown as the service says it. */
export const failureIn =
  (words: FailureTexts) =>
  (reason: string): string => {
    for (const [name, pattern] of Object.entries(reasons)) {
      const match = pattern.exec(reason);
      if (match !== null) return words[name as keyof FailureTexts](match[1] ?? "");
    }
    return reason;
  };
