import type { Session } from './sessions-api';

/** Title of a recap for players: without the title of the session unless they see it. */
export function nameForPlayers({
  number,
  title,
  title_released,
}: Pick<Session, 'number' | 'title' | 'title_released'>): string {
  if (number === null) return 'Recap';
  return `Session ${number}: ${title !== null && title_released ? title : 'recap'}`;
}
