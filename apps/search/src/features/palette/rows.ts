import type { Snippet, Suggestion } from '@tomekeeper/contracts-search';
import { VIEW_AS } from '@tomekeeper/remote-kit';
import type { CampaignFacts, Person } from '@tomekeeper/remote-kit/campaign';
import { findByName } from '@tomekeeper/ui/name-filter';
import { askPath, campaignPath, searchPath } from '../search-api/paths';
import type { Hit, Results } from '../search-api/search-api';
import type { CampaignRow } from '../search-api/use-campaigns';
import type { TitledRecentDocument } from '../recent/recent-documents';
import type { Action } from './actions';
import { documentRow, documentRows, passageRows, sessionRows } from './result-rows';

export type RowKind =
  | 'document'
  | 'passage'
  | 'session'
  | 'word'
  | 'person'
  | 'campaign'
  | 'action'
  | 'ask'
  | 'search';

export interface PaletteRow {
  key: string;
  kind: RowKind;
  title: string;
  /** Overrides the icon of the kind. */
  icon?: Action['icon'];
  /** The title with highlighted matches. */
  titleSnippet?: Snippet;
  detail?: string;
  snippet?: Snippet;
  audience?: Hit['audience'];
  not_for_whole_party?: Hit['not_for_whole_party'];
  player_note?: Hit['player_note'];
  /** Path of the target; without it, choosing the row searches for its title. */
  to?: string;
  /** Stored as recently opened. */
  opens?: { campaign: string; document: string };
}

export interface Group {
  name: string;
  rows: readonly PaletteRow[];
}

export interface PaletteData {
  /** Untrimmed. */
  text: string;
  campaign: string | undefined;
  viewAs: string | undefined;
  facts: CampaignFacts | undefined;
  /** Whether the user is a GM of the campaign, and not in view-as. */
  isGm: boolean;
  campaigns: readonly CampaignRow[];
  actions: readonly Action[];
  recent: readonly TitledRecentDocument[];
  suggestions: readonly Suggestion[];
  results: Pick<Results, 'hits' | 'did_you_mean' | 'sessions'> | undefined;
}

const MAX_LOCAL = 4;
/** Names that begin with a text of this length rank above search results. */
const MIN_LENGTH_FOR_TOP = 3;

/** Groups of rows, the most likely first. */
export function groupsOf(data: PaletteData): readonly Group[] {
  const text = data.text.trim();
  const groups = text === '' ? beforeTyping(data) : whileTyping(data, text);
  return groups.filter(({ rows }) => rows.length > 0);
}

function beforeTyping({ recent, viewAs, actions, campaigns, campaign }: PaletteData): Group[] {
  return [
    { name: 'Recent', rows: recent.map((one) => openedRow(one, viewAs)) },
    { name: 'Actions', rows: actions.map(actionRow) },
    {
      name: 'Campaigns',
      rows: campaigns.filter(({ id }) => id !== campaign).map(campaignRow),
    },
  ];
}

function whileTyping(data: PaletteData, text: string): Group[] {
  const { campaign, viewAs, facts, isGm, campaigns, actions, suggestions, results } = data;
  const people = facts?.people ?? [];
  const local: Group[] = [
    {
      name: 'People',
      rows: findByName(people, ({ name }) => name ?? '', text)
        .slice(0, MAX_LOCAL)
        .map((person) => personRow(person, campaign ?? '', isGm, viewAs)),
    },
    {
      name: 'Campaigns',
      rows: findByName(campaigns, ({ title }) => title, text)
        .slice(0, MAX_LOCAL)
        .map(campaignRow),
    },
    {
      name: 'Actions',
      rows: findByName(
        actions,
        ({ label }) => label,
        text,
        ({ synonyms = [] }) => synonyms,
      )
        .slice(0, MAX_LOCAL)
        .map(actionRow),
    },
  ];
  const top = local.map(({ name, rows }) => ({
    name,
    rows: rows.filter((row) => isTop(row, text)),
  }));
  const rest = local.map(({ name, rows }) => ({
    name,
    rows: rows.filter((row) => !isTop(row, text)),
  }));
  const ask = askRows(data, text);
  return [
    ...(text.endsWith('?') ? [{ name: 'Ask', rows: ask }] : []),
    { name: 'Sessions', rows: sessionRows(data) },
    ...top,
    { name: 'Documents', rows: documentRows(data) },
    { name: 'Passages', rows: passageRows(data) },
    { name: 'Search for', rows: wordRows(suggestions, results, text) },
    ...withMore(top, rest),
    {
      name: 'More',
      rows: [...(text.endsWith('?') ? [] : ask), ...searchRows(campaign, viewAs, text)],
    },
  ];
}

/** Names the remaining rows of a group “More …” if the group also has rows at the top. */
const withMore = (top: readonly Group[], rest: readonly Group[]): Group[] =>
  rest.map((group, at) =>
    (top[at]?.rows.length ?? 0) > 0
      ? { ...group, name: `More ${group.name.toLowerCase()}` }
      : group,
  );

const isTop = ({ title }: PaletteRow, text: string): boolean =>
  text.length >= MIN_LENGTH_FOR_TOP &&
  title.toLocaleLowerCase().startsWith(text.toLocaleLowerCase());

function wordRows(
  suggestions: readonly Suggestion[],
  results: PaletteData['results'],
  text: string,
): PaletteRow[] {
  const words = suggestions.flatMap((one) => (one.kind === 'word' ? [one.text] : []));
  // The words of a question about a session are right.
  const meant = results?.sessions?.length ? undefined : results?.did_you_mean;
  const all = [...(meant === undefined ? [] : [meant]), ...words];
  return [...new Set(all)]
    .filter((word) => word.toLocaleLowerCase() !== text.toLocaleLowerCase())
    .slice(0, 3)
    .map((word) => ({
      key: `word ${word}`,
      kind: 'word',
      title: word,
      ...(word === meant && { detail: 'Did you mean this?' }),
    }));
}

const openedRow = (one: TitledRecentDocument, viewAs: string | undefined): PaletteRow =>
  documentRow(one, one.title, viewAs, undefined);

const actionRow = ({ id, label, to, icon }: Action): PaletteRow => ({
  key: `action ${id}`,
  kind: 'action',
  icon,
  title: label,
  to,
});

const campaignRow = ({ id, title, game_system }: CampaignRow): PaletteRow => ({
  key: `campaign ${id}`,
  kind: 'campaign',
  title,
  ...(game_system && { detail: game_system }),
  to: campaignPath(id),
});

const ROLES = { owner: 'Game master', co_gm: 'Co-GM', player: 'Player' } as const;

/** Opens view-as for GMs, and the campaign page with its members for everyone else. */
function personRow(
  { id, name, role }: Person,
  campaign: string,
  isGm: boolean,
  viewAs: string | undefined,
): PaletteRow {
  const seesAs = isGm && role === 'player';
  const is = role === undefined ? '' : ROLES[role];
  return {
    key: `person ${id}`,
    kind: 'person',
    title: name ?? id,
    detail: seesAs ? `${is} · view the campaign as this player` : is,
    to: campaignPath(campaign, seesAs ? id : viewAs),
  };
}

function askRows({ campaign, viewAs }: PaletteData, text: string): PaletteRow[] {
  if (campaign === undefined) return [];
  return [
    {
      key: 'ask',
      kind: 'ask',
      title: `Ask “${text}”`,
      detail: 'Answers quoted from your own text',
      to: askPath(campaign, { q: text, [VIEW_AS]: viewAs }),
    },
  ];
}

function searchRows(
  campaign: string | undefined,
  viewAs: string | undefined,
  text: string,
): PaletteRow[] {
  if (campaign === undefined) return [];
  return [
    {
      key: 'search',
      kind: 'search',
      title: `All results for “${text}”`,
      detail: 'Search page with filters',
      to: searchPath(campaign, { q: text, [VIEW_AS]: viewAs }),
    },
  ];
}
