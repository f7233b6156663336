/** Something the person who started us must mend; the message is all they need. */
export class StartProblem extends Error {}
