/** A wrong command, or a command without a result. The command line prints the message. */
export class OperatorProblem extends Error {}
