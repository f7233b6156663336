export const unfinished = {
  title: "Waiting and in progress",
  lead: "Documents that wait for their analysis or are being analysed, newest first.",
  none: "No document is waiting or in progress.",
  document: "Document",
  company: "Company",
  review: "Review",
  status: "Status",
  submitted: "Submitted",
  stop: "Stop analysis",
  stopTitle: "Stop the analysis?",
  stopText: (name: string) =>
    `${name} is not analysed any further and ends as failed. What has been judged so far stays.`,
  stopped: "The analysis was stopped.",
};
