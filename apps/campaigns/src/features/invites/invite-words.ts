import type { Invite } from '../campaigns-api/campaigns-api';

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });

/** `until 30 November` */
export const untilWords = ({ expires_at }: Pick<Invite, 'expires_at'>) =>
  `until ${DAY.format(new Date(expires_at))}`;

/** Link invites: `for 3 more people`. E-mail invites: `waiting`. */
export function usesWords({ uses_left, email }: Invite): string {
  if (email !== null) return 'waiting';
  return uses_left === 1 ? 'for 1 more person' : `for ${uses_left} more people`;
}

/** Addresses in typed or pasted text, separated by commas, semicolons, spaces or line breaks. */
export const addressesIn = (text: string) => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((part) => part.replace(/^<|>$/g, ''))
      .filter(Boolean),
  ),
];
