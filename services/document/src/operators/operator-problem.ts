/** An operator's mistake, or a result that is not what they asked for. The command line prints the message. */
export class OperatorProblem extends Error {}
