/**
 * Whether a shell of contract `version` satisfies a remote's `requires`. Ranges have the one form
 * `^major.minor`: the same major, and at least that minor.
 */
export function satisfiesContract(version: string, requires: string): boolean {
  const range = /^\^(\d+)\.(\d+)(?:\.\d+)?$/.exec(requires);
  const have = /^(\d+)\.(\d+)\.\d+$/.exec(version);
  if (!range || !have) return false;
  return have[1] === range[1] && Number(have[2]) >= Number(range[2]);
}
