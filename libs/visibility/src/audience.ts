/** The audience of a passage in API responses. GMs belong to every audience. */
export type AudienceKind = 'gm' | 'party' | 'players';

export interface Audience {
  kind: AudienceKind;
  /** User ids of the chosen players who are still members. */
  players: readonly string[];
}

export const GM_ONLY: Audience = { kind: 'gm', players: [] };
export const PARTY: Audience = { kind: 'party', players: [] };

/** The audience of a document: also of its passages without an audience class. */
export const audienceOfDocument = ({ is_spoilers }: { is_spoilers: boolean }): 'gm' | 'party' =>
  is_spoilers ? 'gm' : 'party';

/** The audience of a passage. An unknown kind counts as GM only. */
export function audienceOfPassage(
  {
    audience,
    players = [],
  }: { audience?: string | undefined; players?: readonly string[] | undefined },
  document: { is_spoilers: boolean },
): Audience {
  switch (audience) {
    case 'gm':
    case 'party':
      return { kind: audience, players: [] };
    case 'players':
      return { kind: 'players', players };
    case undefined:
      return { kind: audienceOfDocument(document), players: [] };
    default:
      return GM_ONLY;
  }
}

export const isSameAudience = (one: Audience, other: Audience): boolean =>
  one.kind === other.kind &&
  one.players.length === other.players.length &&
  one.players.every((player) => other.players.includes(player));

/** The audience that is contained in the other; GM only if neither is. */
export function narrowerAudience(one: Audience, other: Audience): Audience {
  if (one.kind === 'gm' || other.kind === 'gm') return GM_ONLY;
  if (one.kind === 'party') return other;
  if (other.kind === 'party') return one;
  if (one.players.every((player) => other.players.includes(player))) return one;
  return other.players.every((player) => one.players.includes(player)) ? other : GM_ONLY;
}
