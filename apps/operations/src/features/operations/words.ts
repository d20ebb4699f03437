import type { SearchModelState } from '@tomekeeper/contracts-operations';
import type { Installation } from './use-installation';

const UNITS = [
  ['day', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** '3 h': one unit is enough to see whether something is stuck. */
export function duration(seconds: number): string {
  const [unit, length] = UNITS.find(([, from]) => seconds >= from) ?? ['s', 1];
  const count = Math.floor(seconds / length);
  return `${count} ${unit === 'day' && count !== 1 ? 'days' : unit}`;
}

/** How long ago, by this browser's clock; never before it began. */
export const since = (moment: string, now = Date.now()): string =>
  duration(Math.max(0, (now - Date.parse(moment)) / 1000));

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
export function when(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? moment : MOMENT.format(date);
}

export const counted = (count: number, one: string): string =>
  `${count} ${one}${count === 1 ? '' : 's'}`;

/** Why the model of meanings makes no vectors; null where it does, or is not used. */
export function troubleOf({ is_used: isUsed, process }: SearchModelState): string | null {
  if (!isUsed) return null;
  return process ? process.trouble : 'The service does not respond.';
}

/** How it is in a sentence; it changes only when something does. */
export function summary({ services, searchModel, remotes }: Installation): string {
  const away = services.filter(({ error }) => error).map(({ id }) => id);
  const partly = services.filter(
    ({ data, error }) => !error && data && (data.queues === null || data.outbox === null),
  );
  const queues = services.flatMap(({ data }) => data?.queues ?? []);
  const failed = queues.reduce((sum, queue) => sum + queue.failed, 0);
  const figures = services.flatMap(({ id, data }) =>
    (data?.figures ?? []).flatMap(({ name, needs_look }) => (needs_look ? [`${id}: ${name}`] : [])),
  );
  const troubles = [
    ...(away.length > 0 ? [`no valid response from ${away.join(', ')}`] : []),
    ...(partly.length > 0
      ? [`queues or database out of reach of ${partly.map(({ id }) => id).join(', ')}`]
      : []),
    // Without a response of search, its own row shows the error.
    ...(!searchModel.error && searchModel.data && troubleOf(searchModel.data) !== null
      ? ['search-model creates no embeddings']
      : []),
    ...(remotes.error ? ['the remotes can’t be listed'] : []),
    ...figures,
    ...(failed > 0 ? [counted(failed, 'failed job')] : []),
  ];
  return troubles.length === 0
    ? 'All services respond, and no job has failed.'
    : `Needs a look: ${troubles.join('; ')}.`;
}
