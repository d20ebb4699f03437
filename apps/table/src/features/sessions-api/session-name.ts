import type { Session } from './sessions-api';

/** Name of a session: number and title as far as the viewer has them. */
export function nameOf({ number, title }: Pick<Session, 'number' | 'title'>): string {
  if (number === null) return title ?? 'Untitled session';
  return title === null ? `Session ${number}` : `Session ${number}: ${title}`;
}
