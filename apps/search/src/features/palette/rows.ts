import type { Snippet, Suggestion } from '@tomekeeper/contracts-search';
import { VIEW_AS } from '@tomekeeper/remote-kit';
import type { CampaignFacts, Person } from '@tomekeeper/remote-kit/campaign';
import { findByName } from '@tomekeeper/ui/name-filter';
import { askPath, campaignPath, searchPath } from '../search-api/paths';
import type { Found, Hit } from '../search-api/search-api';
import type { CampaignRow } from '../search-api/use-campaign';
import type { Opened } from '../recent/use-recent';
import type { Action } from './actions';
import { documentRow, documentRows, passageRows } from './found-rows';

export type RowKind =
  'document' | 'passage' | 'word' | 'person' | 'campaign' | 'action' | 'ask' | 'search';

/** One thing to choose. */
export interface Row {
  key: string;
  kind: RowKind;
  title: string;
  /** Where its kind does not say it. */
  icon?: Action['icon'];
  /** The title with what was looked for marked. */
  marked?: Snippet;
  /** Where it stands, or what it is. */
  detail?: string;
  snippet?: Snippet;
  audience?: Hit['audience'];
  not_for_whole_party?: Hit['not_for_whole_party'];
  /** Where it leads; without that it is what to look for instead. */
  to?: string;
  /** What it opens, to be offered again. */
  opens?: { campaign: string; document: string };
}

export interface Group {
  name: string;
  rows: readonly Row[];
}

export interface Known {
  /** As it was typed. */
  text: string;
  campaign: string | undefined;
  viewAs: string | undefined;
  facts: CampaignFacts | undefined;
  /** Whether who looks is a GM of the campaign and looks with their own eyes. */
  isGm: boolean;
  campaigns: readonly CampaignRow[];
  actions: readonly Action[];
  recent: readonly Opened[];
  suggestions: readonly Suggestion[];
  found: Pick<Found, 'hits' | 'did_you_mean'> | undefined;
}

/** Of one kind. */
const MOST_LOCAL = 4;
/** A name that begins as was typed stands above all else from so many letters on. */
const SURE_FROM = 3;

/** What is offered, group by group, the likeliest first. */
export function groupsOf(known: Known): readonly Group[] {
  const text = known.text.trim();
  const groups = text === '' ? beforeTyping(known) : whileTyping(known, text);
  return groups.filter(({ rows }) => rows.length > 0);
}

function beforeTyping({ recent, viewAs, actions, campaigns, campaign }: Known): Group[] {
  return [
    { name: 'Opened last', rows: recent.map((one) => openedRow(one, viewAs)) },
    { name: 'Actions', rows: actions.map(actionRow) },
    {
      name: 'Campaigns',
      rows: campaigns.filter(({ id }) => id !== campaign).map(campaignRow),
    },
  ];
}

function whileTyping(known: Known, text: string): Group[] {
  const { campaign, viewAs, facts, isGm, campaigns, actions, suggestions, found } = known;
  const people = facts?.people ?? [];
  const local: Group[] = [
    {
      name: 'People',
      rows: findByName(people, ({ name }) => name ?? '', text)
        .slice(0, MOST_LOCAL)
        .map((person) => personRow(person, campaign ?? '', isGm, viewAs)),
    },
    {
      name: 'Campaigns',
      rows: findByName(campaigns, ({ title }) => title, text)
        .slice(0, MOST_LOCAL)
        .map(campaignRow),
    },
    {
      name: 'Actions',
      rows: findByName(
        actions,
        ({ label }) => label,
        text,
        ({ alsoCalled = [] }) => alsoCalled,
      )
        .slice(0, MOST_LOCAL)
        .map(actionRow),
    },
  ];
  const sure = local.map(({ name, rows }) => ({
    name,
    rows: rows.filter((row) => isSure(row, text)),
  }));
  const rest = local.map(({ name, rows }) => ({
    name,
    rows: rows.filter((row) => !isSure(row, text)),
  }));
  const ask = askRows(known, text);
  return [
    ...(text.endsWith('?') ? [{ name: 'Ask', rows: ask }] : []),
    ...sure,
    { name: 'Documents', rows: documentRows(known) },
    { name: 'Passages', rows: passageRows(known) },
    { name: 'Look for', rows: wordRows(suggestions, found, text) },
    ...joined(sure, rest),
    {
      name: 'More',
      rows: [...(text.endsWith('?') ? [] : ask), ...searchRows(campaign, viewAs, text)],
    },
  ];
}

/** A group stands once: what was not sure of it goes without a second heading where the first is right above. */
const joined = (sure: readonly Group[], rest: readonly Group[]): Group[] =>
  rest.map((group, at) =>
    (sure[at]?.rows.length ?? 0) > 0
      ? { ...group, name: `More ${group.name.toLowerCase()}` }
      : group,
  );

const isSure = ({ title }: Row, text: string): boolean =>
  text.length >= SURE_FROM && title.toLocaleLowerCase().startsWith(text.toLocaleLowerCase());

function wordRows(suggestions: readonly Suggestion[], found: Known['found'], text: string): Row[] {
  const words = suggestions.flatMap((one) => (one.kind === 'word' ? [one.text] : []));
  const meant = found?.did_you_mean;
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

const openedRow = (one: Opened, viewAs: string | undefined): Row =>
  documentRow(one, one.title, viewAs, undefined);

const actionRow = ({ id, label, to, icon }: Action): Row => ({
  key: `action ${id}`,
  kind: 'action',
  icon,
  title: label,
  to,
});

const campaignRow = ({ id, title, game_system }: CampaignRow): Row => ({
  key: `campaign ${id}`,
  kind: 'campaign',
  title,
  ...(game_system && { detail: game_system }),
  to: campaignPath(id),
});

const ROLES = { owner: 'Game master', co_gm: 'Co-GM', player: 'Player' } as const;

/** A GM is led to what that player sees, everybody else to the page that says who belongs to the campaign. */
function personRow(
  { id, name, role }: Person,
  campaign: string,
  isGm: boolean,
  viewAs: string | undefined,
): Row {
  const seesAs = isGm && role === 'player';
  const is = role === undefined ? '' : ROLES[role];
  return {
    key: `person ${id}`,
    kind: 'person',
    title: name ?? id,
    detail: seesAs ? `${is} · view the campaign as they see it` : is,
    to: campaignPath(campaign, seesAs ? id : viewAs),
  };
}

function askRows({ campaign, viewAs }: Known, text: string): Row[] {
  if (campaign === undefined) return [];
  return [
    {
      key: 'ask',
      kind: 'ask',
      title: `Ask “${text}”`,
      detail: 'Sentences of your own text that answer it',
      to: askPath(campaign, { q: text, [VIEW_AS]: viewAs }),
    },
  ];
}

function searchRows(campaign: string | undefined, viewAs: string | undefined, text: string): Row[] {
  if (campaign === undefined) return [];
  return [
    {
      key: 'search',
      kind: 'search',
      title: `All that is found for “${text}”`,
      detail: 'The search page, with filters',
      to: searchPath(campaign, { q: text, [VIEW_AS]: viewAs }),
    },
  ];
}
