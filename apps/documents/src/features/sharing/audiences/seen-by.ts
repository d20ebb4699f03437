/** Whom a passage is for, beside the GMs. */
export type AudienceKind = 'gm' | 'party' | 'players';

export interface SeenBy {
  kind: AudienceKind;
  /** User ids of chosen players who belong to the campaign now. */
  players: readonly string[];
}

/** What a passage says of whom it is for. */
export interface PassageAudience {
  audience?: string | undefined;
  players?: readonly string[] | undefined;
  /** Whether chosen players see the names of the others. */
  tells_readers?: boolean | undefined;
  /** Its words. */
  text?: string;
}

/** Whom a passage is for; one without an audience of its own follows its document. */
export function seenBy(
  { audience, players = [] }: PassageAudience,
  { is_spoilers }: { is_spoilers: boolean },
): SeenBy {
  switch (audience) {
    case 'gm':
    case 'party':
      return { kind: audience, players: [] };
    case 'players':
      return { kind: 'players', players };
    default:
      // An audience that a later service knows is no reason to say that players see it.
      return { kind: audience === undefined && !is_spoilers ? 'party' : 'gm', players: [] };
  }
}

/** The document's own audience, which its passages follow. */
export const ownAudience = ({ is_spoilers }: { is_spoilers: boolean }): AudienceKind =>
  is_spoilers ? 'gm' : 'party';

export const isSameAudience = (one: SeenBy, other: SeenBy): boolean =>
  one.kind === other.kind &&
  one.players.length === other.players.length &&
  one.players.every((player) => other.players.includes(player));

/** Player ids in words, as far as their names are known. */
export type NameOfPlayer = (id: string) => string | undefined;

/** Names beyond these are counted. */
const MAX_NAMED = 3;

/** Whom it is for, as it stands beside a passage. */
export function audienceInWords({ kind, players }: SeenBy, nameOf: NameOfPlayer): string {
  switch (kind) {
    case 'gm':
      return 'GM only';
    case 'party':
      return 'Party';
    case 'players':
      return players.length === 0 ? 'Nobody who is still here' : playersInWords(players, nameOf);
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

/** `one passage`, `12 passages`. */
export const passagesInWords = (count: number): string =>
  count === 1 ? 'One passage' : `${count.toLocaleString('en')} passages`;
