import { documentPath } from '../search-api/paths';
import type { Hit } from '../search-api/search-api';
import type { CampaignRow } from '../search-api/use-campaign';
import { aroundMatch } from '../hits/around-match';
import type { Known, Row } from './rows';

export function documentRows({
  suggestions,
  found,
  campaign,
  viewAs,
  facts,
  campaigns,
}: Known): Row[] {
  const titled = found?.hits.filter(({ passage }) => passage === undefined) ?? [];
  const suggested = suggestions.filter((one) => one.kind === 'document');
  const rows = suggested.map((one): Row => {
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

const titleOf = (campaigns: readonly CampaignRow[], id: string | undefined): string | undefined =>
  campaigns.find((one) => one.id === id)?.title;

export function documentRow(
  opens: { campaign: string; document: string },
  title: string,
  viewAs: string | undefined,
  hit: Hit | undefined,
): Row {
  const { campaign, document } = opens;
  return {
    key: `document ${document}`,
    kind: 'document',
    title,
    ...(hit && { marked: hit.snippet, audience: hit.audience }),
    to: documentPath({ campaign, document }, viewAs),
    opens: { campaign, document },
  };
}

const titleKey = ({ document, text }: { document: string; text: string }): string =>
  `${document} ${text.toLocaleLowerCase()}`;

export function passageRows({ suggestions, found, campaign, viewAs }: Known): Row[] {
  const hits = found?.hits.filter(({ passage }) => passage !== undefined) ?? [];
  // A heading that says what its document is called leads nowhere else.
  const titles = new Set(
    suggestions.flatMap((one) => (one.kind === 'document' ? [titleKey(one)] : [])),
  );
  const headings = suggestions.flatMap((one) =>
    one.kind === 'heading' && !titles.has(titleKey(one)) ? [one] : [],
  );
  const suggested = headings.map((one): Row => {
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

/** There is one short line, which begins with what tells most: the nearest heading, else the page. */
const nearestFirst = ({ heading_path, page }: Hit): string | undefined =>
  heading_path.at(-1) ?? (page === undefined ? undefined : `Page ${page}`);

function passageRow(hit: Hit, viewAs: string | undefined): Row {
  return {
    key: `passage ${hit.passage}`,
    kind: 'passage',
    title: hit.title,
    detail: [nearestFirst(hit), hit.title].filter(Boolean).join(' · '),
    snippet: aroundMatch(hit.snippet),
    audience: hit.audience,
    not_for_whole_party: hit.not_for_whole_party,
    to: documentPath(hit, viewAs),
    opens: { campaign: hit.campaign, document: hit.document },
  };
}
