import { sessionName } from '@tomekeeper/remote-kit/campaign';
import { shortDate } from '../sessions/session-date';
import { documentPath, sessionPath } from '../search-api/paths';
import type { Hit } from '../search-api/search-api';
import type { CampaignRow } from '../search-api/use-campaigns';
import { clipToMatch } from '../hits/snippet';
import type { PaletteData, PaletteRow } from './rows';

export function documentRows({
  suggestions,
  results,
  campaign,
  viewAs,
  facts,
  campaigns,
}: PaletteData): PaletteRow[] {
  const titled = results?.hits.filter(({ passage }) => passage === undefined) ?? [];
  const suggested = suggestions.filter((one) => one.kind === 'document');
  const rows = suggested.map((one): PaletteRow => {
    const same = titled.find((hit) => hit.document === one.document);
    return documentRow(
      { campaign: campaign ?? '', document: one.document },
      one.text,
      viewAs,
      same,
    );
  });
  const others = titled
    .filter((hit) => !suggested.some((one) => one.document === hit.document))
    .map((hit) => documentRow(hit, hit.title, viewAs, hit));
  const elsewhere = facts === undefined;
  return [...rows, ...others].map((row) =>
    elsewhere ? { ...row, detail: titleOf(campaigns, row.opens?.campaign) ?? row.detail } : row,
  );
}

/** Sessions that a question about time means. */
export const sessionRows = ({ results, viewAs }: PaletteData): PaletteRow[] =>
  (results?.sessions ?? []).map(({ campaign, id, title, ...session }) => ({
    key: `session ${id}`,
    kind: 'session',
    title: `${sessionName({ number: session.number, title: session.number === null ? title : null })} · ${shortDate(session)}`,
    ...(session.number !== null && title !== null && { detail: title }),
    to: sessionPath(campaign, id, viewAs),
  }));

const titleOf = (campaigns: readonly CampaignRow[], id: string | undefined): string | undefined =>
  campaigns.find((one) => one.id === id)?.title;

export function documentRow(
  opens: { campaign: string; document: string },
  title: string,
  viewAs: string | undefined,
  hit: Hit | undefined,
): PaletteRow {
  const { campaign, document } = opens;
  return {
    key: `document ${document}`,
    kind: 'document',
    title,
    ...(hit && {
      titleSnippet: hit.snippet,
      audience: hit.audience,
      player_note: hit.player_note,
    }),
    to: documentPath({ campaign, document }, viewAs),
    opens: { campaign, document },
  };
}

const titleKey = ({ document, text }: { document: string; text: string }): string =>
  `${document} ${text.toLocaleLowerCase()}`;

export function passageRows({ suggestions, results, campaign, viewAs }: PaletteData): PaletteRow[] {
  const hits = results?.hits.filter(({ passage }) => passage !== undefined) ?? [];
  // A heading that repeats the title of its document has the same target.
  const titles = new Set(
    suggestions.flatMap((one) => (one.kind === 'document' ? [titleKey(one)] : [])),
  );
  const headings = suggestions.flatMap((one) =>
    one.kind === 'heading' && !titles.has(titleKey(one)) ? [one] : [],
  );
  const suggested = headings.map((one): PaletteRow => {
    const same = hits.find((hit) => hit.passage === one.passage);
    if (same) return passageRow(same, viewAs);
    const at = { campaign: campaign ?? '', document: one.document };
    return {
      key: `passage ${one.passage}`,
      kind: 'passage',
      title: one.text,
      to: documentPath({ ...at, passage: one.passage }, viewAs),
      opens: at,
    };
  });
  const others = hits
    .filter((hit) => !headings.some((one) => one.passage === hit.passage))
    .map((hit) => passageRow(hit, viewAs));
  return [...suggested, ...others];
}

/** The nearest heading, or the page: the detail line is short. */
const locationOf = ({ heading_path, page }: Hit): string | undefined =>
  heading_path.at(-1) ?? (page === undefined ? undefined : `Page ${page}`);

function passageRow(hit: Hit, viewAs: string | undefined): PaletteRow {
  return {
    key: `passage ${hit.passage}`,
    kind: 'passage',
    title: hit.title,
    detail: [locationOf(hit), hit.title].filter(Boolean).join(' · '),
    snippet: clipToMatch(hit.snippet),
    audience: hit.audience,
    not_for_whole_party: hit.not_for_whole_party,
    player_note: hit.player_note,
    to: documentPath(hit, viewAs),
    opens: { campaign: hit.campaign, document: hit.document },
  };
}
