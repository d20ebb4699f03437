/** Something the person at the console can understand and put right: one sentence, no stack. */
export class StartupProblem extends Error {
  override readonly name = 'StartupProblem';
}

/** Node's error code (`ENOENT`, `EADDRINUSE`, …) of anything caught. */
export function errorCode(error: unknown): string | undefined {
  // No `instanceof Error`: under jest, system errors belong to another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export function errorMessage(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'message' in error) {
    return String(error.message);
  }
  return String(error);
}
