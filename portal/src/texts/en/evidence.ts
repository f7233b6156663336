import { capitalised, pageNamesIn } from "../page-names.ts";

interface DocumentState {
  status: string;
  progress: { pagesDone: number; pageCount: number; itemsDone: number; itemCount: number };
}

const pageName = pageNamesIn({
  ...{ page: "page", slide: "slide", sheet: "sheet", section: "section" },
  ...{ mailHeader: "mail header", mailBody: "body", hidden: "hidden", asRendered: "as rendered" },
});

export const evidence = {
  item: {
    title: "Requirement",
    absent: "This requirement is not part of the document’s review",
    absentText: "It may belong to another document. Go back to the document and choose from its list.",
    pending: "Not judged yet",
    pendingText: "The document is still being reviewed. The findings appear here by themselves.",
    failed: "This requirement could not be judged",
    superseded: "A newer version of this document counts",
    supersededText: "The review no longer counts these findings, and the steps lead through this older version.",
    openNewer: "Open the newer version",
    steps: "Requirements of this document",
    previousItem: "Previous requirement",
    nextItem: "Next requirement",
    backToDocument: "Back to the document",
    backToReview: "Back to the review",
    back: "Back to the list",
    criteria: "Verdict by criterion",
    gaps: "Gaps",
    risks: "Risks",
    compensations: "Compensating controls",
    recommendations: "Recommendations",
    explanation: "Explanation",
    should: "Recommended",
    verdicts: {
      met: "Met",
      partly: "Partly met",
      contradicted: "Contradicted",
      missing: "Missing",
      not_applicable: "Not applicable",
    },
    alsoServes: "This evidence also serves:",
    servesInPart: "in part",
    showQuote: (number: number, page: string) => `Quote ${number} · ${pageName(page)}`,
    copyText: "Copy the suggested text",
    evidence: "Evidence",
    noEvidenceText: "Nothing was found in the document about this requirement, so there is no passage to quote.",
    previousEvidence: "Previous quote",
    nextEvidence: "Next quote",
    position: (number: string, count: string) => `${number} of ${count}`,
    place: (document: string, page: string) => `${document}, ${pageName(page)}`,
    pageOf: (label: string, count: number) => `${capitalised(pageName(label))} of ${count}`,
    pageFrame: "Page of the document",
    showAs: "Show the page as",
    asPage: "Page",
    asText: "Text",
    zoomIn: "Larger",
    zoomOut: "Smaller",
    recognised: (confidence: number) =>
      `The words on this page were recognised from a picture, with a confidence of ${confidence}%. The whole paragraph is marked.`,
  },
  submit: {
    title: "New submission",
    lead: "Choose what to review and against which control, then add the documents. The upload continues while you look at other pages, and it can be resumed even after the tab was closed.",
    target: "What is reviewed",
    mode: "Where the documents belong",
    newReview: "New review",
    existingReview: "Existing review",
    entity: "Business entity",
    control: "Control",
    controlHint: "What the documents are reviewed against.",
    review: "Review",
    existingHint: "The documents are added to this review and judged against its control.",
    required: "Please choose.",
    scope: "Scope",
    scopeLater: "Choose the control or the review first.",
    scopeAll: "All requirements",
    scopeSome: "Only these clusters and requirements",
    searchItems: "Search requirements",
    selectAll: "Select all",
    selectNone: "Select none",
    chosenItems: (count: number, total: number) => `${count} of ${total} requirements selected`,
    nothingSought: "Nothing found",
    showItems: (cluster: string) => `Show the requirements of ${cluster}`,
    files: "Documents",
    dropHere: "Drop files here",
    chooseFiles: "Choose files",
    formats: "PDF, Word, Excel, PowerPoint, OpenDocument, text, mail, pictures and archives, of any size.",
    removeFile: (name: string) => `Remove ${name}`,
    emptyFile: "empty",
    oneDocument: "Treat all files as one document",
    oneDocumentHint: "Otherwise each file is reviewed on its own.",
    language: "Language of the findings",
    languageHint: "Quotes stay in the document’s own language.",
    submit: "Submit for review",
    targetMissing: "Choose what is to be reviewed.",
    filesMissing: "Add at least one file.",
    itemsMissing: "Select at least one requirement, or choose all of them.",
    emptyRefused: (name: string) => `${name} is empty. Remove it.`,
    sending: "Uploading",
    stopped: "Upload stopped",
    pause: "Pause",
    sent: "Submitted",
    openReview: "Open the review",
    dismiss: "Hide",
    sentOf: (sent: string, total: string) => `${sent} of ${total}`,
    progressOf: (name: string) => `Progress of ${name}`,
    waiting: "Waiting",
    stateOf: ({ status, progress }: DocumentState) => {
      if (status === "completed") return "Reviewed";
      if (status === "failed") return "Failed";
      if (status === "queued") return "Waiting for its turn";
      if (progress.pageCount === 0) return "Reading";
      if (progress.pagesDone < progress.pageCount)
        return `Reading: page ${progress.pagesDone} of ${progress.pageCount}`;
      return `Judging: ${progress.itemsDone} of ${progress.itemCount} requirements`;
    },
    interrupted: "This upload was interrupted",
    interruptedAt: (sent: string, total: string, when: string) =>
      `${sent} of ${total} had arrived by ${when}. Only the rest will be sent.`,
    chooseAgain: "Your browser cannot open them again by itself: choose the same files once more.",
    notTheSame: (name: string) => `${name} is not among the chosen files, or it has changed since.`,
    resume: "Continue",
    discard: "Discard",
  },
};
