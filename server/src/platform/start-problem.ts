/** A problem that the operator must fix before the service can start. The message is shown without a stack trace. */
export class StartProblem extends Error {}
