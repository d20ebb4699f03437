import { VIEW_AS } from '@tomekeeper/remote-kit';

const within = (campaign: string, rest: string): string =>
  `/campaigns/${encodeURIComponent(campaign)}${rest}`;

/** A path with query parameters; empty ones are omitted. */
export function pathWith(
  path: string,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

export const searchPath = (
  campaign: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string => pathWith(within(campaign, '/search'), query);

export const askPath = (
  campaign: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string => pathWith(within(campaign, '/ask'), query);

export const campaignPath = (campaign: string, viewAs?: string): string =>
  within(campaign, viewAs === undefined ? '' : `/as/${encodeURIComponent(viewAs)}`);

export const libraryPath = (
  campaign: string,
  query: Readonly<Record<string, string | undefined>> = {},
): string => pathWith(within(campaign, '/library'), query);

export const sessionPath = (campaign: string, session: string, viewAs?: string): string =>
  pathWith(within(campaign, `/sessions/${encodeURIComponent(session)}`), { [VIEW_AS]: viewAs });

export const ledgerPath = (campaign: string): string => within(campaign, '/ledger');

interface DocumentLocation {
  campaign: string;
  document: string;
  passage?: string | undefined;
  /** Page of the file viewer. */
  page?: number | undefined;
  /** Quoted ranges of the passage. */
  quoted?: readonly { start: number; end: number }[] | undefined;
}

/**
 * Path of a document; the passage is highlighted, and the quoted words in it. Offsets, because an address with the words themselves
 * would reveal them to everyone who receives the link.
 */
export function documentPath(
  { campaign, document, passage, page, quoted }: DocumentLocation,
  viewAs?: string,
): string {
  const path = within(campaign, `/library/${encodeURIComponent(document)}`);
  const hash = passage === undefined ? '' : `#p-${encodeURIComponent(passage)}`;
  const quote = quoted?.map(({ start, end }) => `${start}-${end}`).join('_');
  return pathWith(path, { page: page?.toString(), quote, [VIEW_AS]: viewAs }) + hash;
}

const OF_CAMPAIGN = /^\/campaigns\/([^/]+)(?:\/as\/([^/]+)|\/library\/([^/]+))?/;

/** Campaign, view-as and document of a page, parsed from its address. */
export function locationOf({ pathname, search }: { pathname: string; search: string }): {
  campaign?: string | undefined;
  viewAs?: string | undefined;
  document?: string | undefined;
} {
  const [, campaign, viewer, document] = OF_CAMPAIGN.exec(pathname) ?? [];
  // `/campaigns/new` is the form for a new campaign.
  if (campaign === undefined || campaign === 'new') return {};
  return {
    campaign: decoded(campaign),
    viewAs: decoded(viewer) ?? new URLSearchParams(search).get(VIEW_AS) ?? undefined,
    document: decoded(document),
  };
}

function decoded(part: string | undefined): string | undefined {
  if (part === undefined) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
