import {
  PRERENDERED_PLACES,
  type PrerenderedPage,
  type RegistryEntry,
  type RemoteNavLink,
} from '@tomekeeper/contracts-federation';

/** All that a prerendered document is put together from. */
export interface PageParts {
  /** The shell's `index.html`. */
  document: string;
  /** The shell's frame: header and `main`, with places for links and page. */
  frame: string;
  page: PrerenderedPage;
  /** Links of the header, from every remote. */
  nav: readonly RemoteNavLink[];
  /** The page's remote in the version that it is of. */
  remote: RegistryEntry;
  publicUrl: string;
  /** The key in local storage of a signed-in user; undefined without sign-in. */
  sessionKey: string | undefined;
}

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="?description"?[^>]*>/;
const ROOT = /<div id="?root"?>.*?<\/div>/s;
/** The one item of the frame's navigation that stands for all. */
const NAV_ITEM = /<li>(?:(?!<\/li>).)*\{\{to\}\}.*?<\/li>/s;
const PRESENT_PAGE = ' aria-current="page"';
const HTML = /<html\b/;
const HEAD_END = /<\/head>/;

/** The shell's document with a page in its place. @returns undefined when there is no such place */
export function pageDocument(parts: PageParts): string | undefined {
  const { document, page } = parts;
  if (!TITLE.test(document) || !ROOT.test(document)) return undefined;
  const head = filled(page.head, parts) + styleLinks(parts);
  const body = frameAround(filled(page.body, parts), parts);
  // Replacements are given by functions, as `$` means something in a replacement's text.
  return document
    .replace(HTML, (tag) => tag + sessionKeyAttribute(parts))
    .replace(DESCRIPTION, () => '')
    .replace(TITLE, () => head)
    .replace(HEAD_END, (tag) => scripts(parts) + tag)
    .replace(ROOT, () => `<div id="root">${body}</div>`);
}

/** By it the shell's first script knows, before the first paint, whose header to make room for. */
const sessionKeyAttribute = ({ sessionKey }: PageParts) =>
  sessionKey ? ` data-session-key="${escaped(sessionKey)}"` : '';

function frameAround(page: string, { frame, nav, page: { path } }: PageParts): string {
  return frame
    .replace(NAV_ITEM, (item) =>
      nav
        .map(({ to, label, show }) =>
          (to === path ? item : item.replace(PRESENT_PAGE, ''))
            // The shell's styles show these only to users that its first script recognizes.
            .replace('<li>', show === 'always' ? '<li>' : `<li data-show="${show}">`)
            .replace('{{to}}', () => escaped(to))
            .replace('{{label}}', () => escaped(label)),
        )
        .join(''),
    )
    .replace('{{page}}', () => page);
}

/**
 * The sheets are found again by `data-href` when the remote loads its chunks, so that none is fetched
 * twice. The shell's first script says it when a browser refuses one.
 */
function styleLinks({ page, remote }: PageParts): string {
  const { base_url: baseUrl, manifest } = remote;
  return page.styles
    .map((file) => {
      const hash = manifest.files?.[file];
      const integrity = hash ? ` integrity="${escaped(hash)}" data-start` : '';
      return `<link rel="stylesheet" href="${escaped(baseUrl + file)}" data-href="${escaped(file)}"${integrity}>`;
    })
    .join('');
}

/**
 * What the shell would ask for later, one after the other: the remote's entry, which is the shell's to run, and the page's
 * chunks, which wait for that entry wherever they ran. Only with their hashes, as nothing else of the remote runs without.
 */
function scripts({ page, remote }: PageParts): string {
  const { base_url: baseUrl, manifest, integrity } = remote;
  const attributes = (name: string, file: string, hash: string) =>
    `${name}="${escaped(baseUrl + file)}" integrity="${escaped(hash)}"`;
  const entry = integrity
    ? `<link rel="preload" as="script" ${attributes('href', manifest.entry, integrity)}>`
    : '';
  const chunks = page.scripts.map((file) => {
    const hash = manifest.files?.[file];
    return hash ? `<script async ${attributes('src', file, hash)}></script>` : '';
  });
  return entry + chunks.join('');
}

const filled = (html: string, { publicUrl, remote }: PageParts) =>
  html
    .replaceAll(PRERENDERED_PLACES.publicUrl, () => escaped(publicUrl))
    .replaceAll(PRERENDERED_PLACES.baseUrl, () => escaped(remote.base_url));

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
