export const versions = {
  version: (number: string) => `Version ${number}`,
  before: "Version before",
  newer: "Replaced by the newer version",
  proposalTitle: "A new version?",
  proposal: (name: string) => `This may be a new version of ${name}.`,
  sure: { high: "Very likely", medium: "Likely", low: "Possible" },
  because: {
    subject: "same subject",
    file_name: "same file name",
    text: (share: string) => `${share} of the text is the same`,
  },
  differs: (share: string) => `but only ${share} of the text is the same`,
  accept: "Make it the new version",
  acceptText: (name: string) =>
    `${name} will no longer count in the review. It stays readable and the two versions are compared. This cannot be undone.`,
  accepted: "It is the new version now",
};
