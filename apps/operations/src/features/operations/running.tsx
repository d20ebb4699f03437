import { since, when } from './words';

/** For how long a process has been running; which one it is and since when is told on top of it. */
export function Running({
  instance,
  started_at: startedAt,
}: {
  instance: string;
  started_at: string;
}) {
  return <span title={`${instance}, since ${when(startedAt)}`}>{since(startedAt)}</span>;
}
