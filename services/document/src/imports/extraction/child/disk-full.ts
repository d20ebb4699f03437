/** Whether the temporary folder has no room; also for an error that another one wraps. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || isDiskFull(error.cause);
}
