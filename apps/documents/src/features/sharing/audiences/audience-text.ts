import type { Audience } from '@tomekeeper/visibility';

/** The audience fields of a passage in API responses. */
export interface AudienceFields {
  audience?: string | undefined;
  players?: readonly string[] | undefined;
  /** Whether chosen players see the names of the other readers. */
  tells_readers?: boolean | undefined;
  text?: string;
}

/** Name of a player by id; undefined if unknown. */
export type NameOfPlayer = (id: string) => string | undefined;

/** Maximum names listed before the rest is counted. */
const MAX_NAMED = 3;

/** Label of an audience. */
export function audienceInWords({ kind, players }: Audience, nameOf: NameOfPlayer): string {
  switch (kind) {
    case 'gm':
      return 'GM only';
    case 'party':
      return 'Party';
    case 'players':
      return players.length === 0 ? 'Former members only' : playersInWords(players, nameOf);
  }
}

/** `Mia`, `Mia and Tom`, `Mia, Tom and 3 others`. */
export function playersInWords(players: readonly string[], nameOf: NameOfPlayer): string {
  const names = players
    .map((id) => nameOf(id))
    .filter((name) => name !== undefined)
    .sort((one, other) => one.localeCompare(other));
  const named = names.slice(0, players.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED);
  const others = players.length - named.length;
  if (named.length === 0) return others === 1 ? 'One player' : `${others} players`;
  const all = others > 0 ? [...named, others === 1 ? 'one other' : `${others} others`] : [...named];
  const last = all.pop();
  return all.length === 0 ? `${last}` : `${all.join(', ')} and ${last}`;
}

/** `One passage`, `12 passages`. */
export const passagesInWords = (count: number): string =>
  count === 1 ? 'One passage' : `${count.toLocaleString('en')} passages`;
