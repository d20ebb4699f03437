import { VIEW_AS } from '@tomekeeper/remote-kit';

const within = (campaign: string, rest: string): string =>
  `/campaigns/${encodeURIComponent(campaign)}${rest}`;

/** A page of this site with what its address asks for; what is undefined or empty is left out. */
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

export const ledgerPath = (campaign: string): string => within(campaign, '/ledger');

interface DocumentPlace {
  campaign: string;
  document: string;
  passage?: string | undefined;
  /** Where the file is shown as it looks, it opens there. */
  page?: number | undefined;
}

/** Where a document opens, at a passage of it, which is lit. */
export function documentPath(
  { campaign, document, passage, page }: DocumentPlace,
  viewAs?: string,
): string {
  const path = within(campaign, `/library/${encodeURIComponent(document)}`);
  const hash = passage === undefined ? '' : `#p-${encodeURIComponent(passage)}`;
  return pathWith(path, { page: page?.toString(), [VIEW_AS]: viewAs }) + hash;
}

const OF_CAMPAIGN = /^\/campaigns\/([^/]+)(?:\/as\/([^/]+)|\/library\/([^/]+))?/;

/** What a page is about, by its address: the campaign, with whose eyes, and which document. */
export function placeOf({ pathname, search }: { pathname: string; search: string }): {
  campaign?: string | undefined;
  viewAs?: string | undefined;
  document?: string | undefined;
} {
  const [, campaign, viewer, document] = OF_CAMPAIGN.exec(pathname) ?? [];
  // `/campaigns/new` is where one begins.
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
