import {
  findRoute,
  type PreloadedFile,
  type RegistryEntry,
} from '@tomekeeper/contracts-federation';
import { escaped } from '../prerender/page-document';

/**
 * `<link rel="preload">` elements for the remotes of a path, with integrity: entry, module, and the route's own files. Guarded pages
 * need the remote of the session and the shell's files for signed-in pages too. Remotes without lists are omitted, and entries
 * without a hash.
 */
export function preloadTags(
  path: string,
  remotes: readonly RegistryEntry[],
  signedIn: readonly PreloadedFile[] = [],
): string {
  const found = findRoute(path, remotes);
  if (!found) return '';
  const { route, remote } = found;
  const own = remote.manifest.preloads?.routes[route.path];
  const needed = new Map<RegistryEntry, readonly PreloadedFile[]>();
  if (route.access === 'guarded')
    for (const one of remotes)
      if (one.manifest.session) needed.set(one, one.manifest.preloads?.session ?? []);
  needed.set(remote, [...(needed.get(remote) ?? []), ...(own?.files ?? [])]);
  for (const widget of own?.widgets ?? []) {
    const owner = remotes.find(({ manifest }) => manifest.widgets.includes(widget));
    if (owner && !needed.has(owner)) needed.set(owner, []);
  }
  const tags = [...needed].flatMap(([one, files]) => tagsOf(one, files));
  if (tags.length > 0 && route.access === 'guarded')
    tags.unshift(...signedIn.map((one) => tagOf('/', one)));
  return [...new Set(tags)].join('');
}

function tagsOf(
  { base_url: baseUrl, integrity, manifest }: RegistryEntry,
  files: readonly PreloadedFile[],
): string[] {
  if (!integrity || !manifest.preloads) return [];
  const entry = { file: manifest.entry, integrity };
  return [entry, ...manifest.preloads.module, ...files].map((one) => tagOf(baseUrl, one));
}

/** Marks a style sheet; the chunk loader recognizes an inlined one by `data-href`. */
export const STYLE_PRELOAD = 'rel="preload" as="style"';

/** Without `crossorigin`, as the chunk loader requests the files; otherwise browsers load them twice. */
const tagOf = (baseUrl: string, { file, integrity }: PreloadedFile) => {
  const kind = file.endsWith('.css')
    ? `${STYLE_PRELOAD} data-href="${escaped(file)}"`
    : 'rel="preload" as="script"';
  return `<link ${kind} href="${escaped(baseUrl + file)}" integrity="${escaped(integrity)}">`;
};
