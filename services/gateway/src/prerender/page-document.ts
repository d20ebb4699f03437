import {
  PRERENDERED_PLACES,
  type PrerenderedPage,
  type RegistryEntry,
  type RemoteNavLink,
} from '@tomekeeper/contracts-federation';

export interface PageParts {
  document: string;
  /** The shell's frame: header and `main`, with placeholders for links and page. */
  frame: string;
  page: PrerenderedPage;
  nav: readonly RemoteNavLink[];
  remote: RegistryEntry;
  publicUrl: string;
  /** Local storage key of the auth session. */
  sessionKey: string | undefined;
}

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta name="?description"?[^>]*>/;
const ROOT = /<div id="?root"?>.*?<\/div>/s;
const NAV_ITEM = /<li>(?:(?!<\/li>).)*\{\{to\}\}.*?<\/li>/s;
const CURRENT_PAGE = ' aria-current="page"';
const HTML = /<html\b/;
const HEAD_END = /<\/head>/;

/** Inserts a page into the shell's document. @returns undefined when the document has no place for it */
export function pageDocument(parts: PageParts): string | undefined {
  const { document, page } = parts;
  if (!TITLE.test(document) || !ROOT.test(document)) return undefined;
  const head = filled(page.head, parts) + styleLinks(parts);
  const body = frameAround(filled(page.body, parts), parts);
  // Replacer functions, because `$` is special in replacement strings.
  return document
    .replace(HTML, (tag) => tag + sessionKeyAttribute(parts))
    .replace(DESCRIPTION, () => '')
    .replace(TITLE, () => head)
    .replace(HEAD_END, (tag) => scripts(parts) + tag)
    .replace(ROOT, () => `<div id="root">${body}</div>`);
}

/** Lets the shell's first script reserve the right header before the first paint. */
const sessionKeyAttribute = ({ sessionKey }: PageParts) =>
  sessionKey ? ` data-session-key="${escaped(sessionKey)}"` : '';

function frameAround(page: string, { frame, nav, page: { path } }: PageParts): string {
  return frame
    .replace(NAV_ITEM, (item) =>
      nav
        .map(({ to, label, show }) =>
          (to === path ? item : item.replace(CURRENT_PAGE, ''))
            // The shell's styles show these links by sign-in state.
            .replace('<li>', show === 'always' ? '<li>' : `<li data-show="${show}">`)
            .replace('{{to}}', () => escaped(to))
            .replace('{{label}}', () => escaped(label)),
        )
        .join(''),
    )
    .replace('{{page}}', () => page);
}

/**
 * The chunk loader recognizes the sheets by `data-href` and does not fetch them again. The shell's first script reports
 * sheets that a browser rejects.
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
 * Preloads the remote's entry and loads the page's chunks in parallel; the shell would fetch them sequentially. Files
 * without a hash are omitted, because remotes run only with integrity.
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
export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
