import type { AudienceKind } from '@tomekeeper/ui/audience';
import type { Entry } from '../ledger-api';
import { momentInWords, timeInWords } from './days';

/** An entry as a sentence around the title of its document: ‘Revealed’ ‘3 passages of’ … ‘to Mia’. */
export interface EntryWords {
  verb: string;
  before: string;
  after: string;
  /** The new audience; undefined if the entry changed none. */
  kind: AudienceKind | undefined;
}

/** @param nameOf name of a campaign member by id */
export function entryWords(
  entry: Pick<Entry, 'act' | 'audience' | 'of_document' | 'passages' | 'players'>,
  nameOf: (id: string) => string | undefined,
): EntryWords {
  const { act, audience, of_document } = entry;
  const kind = kindOf(entry);
  // A change of the whole document includes its passages, so they are not counted.
  const passages = of_document ? undefined : entry.passages;
  const some = passages ? `${countedPassages(passages.count)} of ` : '';
  const isHidden = audience === 'gm';
  const readers = readersOf(entry, nameOf);
  switch (act) {
    case 'reveal':
      if (passages?.count === 0)
        return { verb: 'Gave', before: '', after: ' another title for players', kind: undefined };
      return { verb: 'Revealed', before: some, after: ` to ${readers}`, kind };
    case 'hide':
      return {
        verb: 'Hid',
        before: some,
        after: isHidden ? ' from the players' : ` from everybody but ${readers}`,
        kind,
      };
    case 'write':
      return {
        verb: 'Wrote',
        before: passages ? `${countedPassages(passages.count)} in ` : '',
        after: isHidden ? ' for game masters alone' : ` for ${readers}`,
        kind,
      };
    case 'show':
      return {
        verb: 'Showed',
        before: '',
        after: ` to ${readers}, temporarily`,
        kind: undefined,
      };
    case 'upload':
      return { verb: 'Added', before: '', after: isHidden ? ' as Spoilers' : ' as Public', kind };
    case 'delete':
      return { verb: 'Moved', before: '', after: ' to the trash', kind };
    case 'restore':
      return {
        verb: 'Restored',
        before: '',
        after: isHidden
          ? ' from the trash, hidden from the players'
          : ' from the trash, for the party',
        kind,
      };
    case 'replace':
      return { verb: 'Gave', before: '', after: ' another file', kind };
    case 'take_back':
      return {
        verb: 'Undid',
        before: passages
          ? `the changes to ${countedPassages(passages.count)} of `
          : 'the changes to ',
        after: isHidden ? ', now hidden from the players' : `, now for ${readers}`,
        kind,
      };
    default:
      return { verb: 'Changed', before: some, after: '', kind: undefined };
  }
}

/** The complete sentence, for messages and accessible names. */
export const sentenceOf = ({ verb, before, after }: EntryWords, title: string): string =>
  `${verb} ${before}${title}${after}`;

function kindOf({ act, audience }: Pick<Entry, 'act' | 'audience'>): AudienceKind | undefined {
  if (act === 'replace') return undefined;
  if (act === 'delete' || audience === 'gm') return 'spoilers';
  return audience === 'party' || audience === 'players' ? 'public' : undefined;
}

/** Whether undoing the entry shows more to players. */
export const isTakenBackByShowing = (entry: Entry): boolean =>
  entry.act === 'hide' || entry.audience === 'gm';

export const countedPassages = (count: number): string =>
  count === 1 ? 'a passage' : `${count.toLocaleString()} passages`;

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Maximum names listed before the rest is counted. */
const MAX_NAMED = 4;

/** The readers of a reveal in words: ‘the party’ or names. */
export function readersOf(
  { audience, players }: Pick<Entry, 'audience' | 'players'>,
  nameOf: (id: string) => string | undefined,
): string {
  if (audience !== 'players') return 'the party';
  const names = (players ?? []).map((id) => nameOf(id) ?? 'a player');
  if (names.length === 0) return 'players who have left';
  const named = names.slice(0, names.length > MAX_NAMED ? MAX_NAMED - 1 : MAX_NAMED);
  const rest = names.length - named.length;
  return LIST.format(rest > 0 ? [...named, `${rest} more`] : named);
}

/** Maximum players listed with the time of their opening before the rest is counted. */
const MAX_OPENED = 6;

/** Players who opened the content of an entry, with times: ‘Opened by Mira (19:42)’; undefined without any. */
export function openedInWords(
  { at, opened = [] }: Pick<Entry, 'at' | 'opened'>,
  nameOf: (id: string) => string | undefined,
): string | undefined {
  if (opened.length === 0) return undefined;
  const named = opened
    .slice(0, MAX_OPENED)
    .map((one) => `${nameOf(one.player) ?? 'a player'} (${timeAfter(at, one.at)})`);
  const rest = opened.length - named.length;
  return `Opened by ${LIST.format(rest > 0 ? [...named, `${rest} more`] : named)}`;
}

/** Time of day, with the date on another day than an earlier moment. */
const timeAfter = (before: string, at: string): string =>
  new Date(before).toDateString() === new Date(at).toDateString()
    ? timeInWords(at)
    : momentInWords(at);
