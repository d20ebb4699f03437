import type { Session } from './sessions-api';

/** Name of a session: number and title as far as the viewer has them. */
export function nameOf({ number, title }: Pick<Session, 'number' | 'title'>): string {
  if (number === null) return title ?? 'Untitled session';
  return title === null ? `Session ${number}` : `Session ${number}: ${title}`;
}

/** Title of a recap for players: without the title of the session unless they see it. */
export function nameForPlayers({
  number,
  title,
  title_released,
}: Pick<Session, 'number' | 'title' | 'title_released'>): string {
  if (number === null) return 'Recap';
  return `Session ${number}: ${title !== null && title_released ? title : 'recap'}`;
}
