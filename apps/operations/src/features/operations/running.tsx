import { since, when } from './words';

/** Uptime of a process; the tooltip has its instance and start time. */
export function Running({
  instance,
  started_at: startedAt,
}: {
  instance: string;
  started_at: string;
}) {
  return <span title={`${instance}, since ${when(startedAt)}`}>{since(startedAt)}</span>;
}
