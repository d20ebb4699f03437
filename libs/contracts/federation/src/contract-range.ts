/**
 * Whether a shell's contract `version` satisfies a remote's `requires`. Ranges have the form `^major.minor`: same major, at least
 * that minor.
 */
export function satisfiesContract(version: string, requires: string): boolean {
  const range = /^\^(\d+)\.(\d+)(?:\.\d+)?$/.exec(requires);
  const have = /^(\d+)\.(\d+)\.\d+$/.exec(version);
  if (!range || !have) return false;
  return have[1] === range[1] && Number(have[2]) >= Number(range[2]);
}
