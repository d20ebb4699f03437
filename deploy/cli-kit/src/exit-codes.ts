/** Exit codes of commands, for scripts. */
export const FAILED = 1;
export const NOT_UNDERSTOOD = 2;
