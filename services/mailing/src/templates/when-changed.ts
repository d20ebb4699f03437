import type { Block } from './letter';

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** When a change was made and with what, as far as the sender told. The reader's time zone is not known. */
export function whenChanged({
  at,
  client,
}: {
  at?: string | undefined;
  client?: string | undefined;
}): Block[] {
  const facts: [string, string][] = [];
  if (at) facts.push(['When', `${TIME.format(new Date(at))} UTC`]);
  if (client) facts.push(['With', client]);
  return facts.length > 0 ? [{ kind: 'facts', facts }] : [];
}
