import { createHash } from 'node:crypto';
import type { InlineSources } from '../security-headers';

/** Reads a file of the shell or of a remote by its public path. */
export type ReadPublicFile = (pathname: string) => Promise<string | undefined>;

/** Excludes scripts with `defer` or `async`, which do not block rendering. */
const BLOCKING =
  /<script src="(?<script>[^"]+)"(?: integrity="[^"]+"| data-start)*><\/script>|<link (?=[^>]*rel="stylesheet")[^>]*>/g;
const HREF = / href="([^"]+)"/;
const INTEGRITY = / integrity="sha384-([^"]+)"/;
const DATA_HREF = / data-href="[^"]+"/;
const SOURCE_MAP = /\s*\/\*# sourceMappingURL=[^*]*\*\/\s*$/;
/** Content that could end the element early or change its hash. */
const UNSAFE_INLINE = /<[!/]|\r/;
/** Relative URLs resolve differently inside a document. */
const RELATIVE_URL = /url\((?!["']?(?:\/|data:))|@import/;

/**
 * Inlines render-blocking scripts and styles into the document. Files that cannot be inlined stay external.
 */
export async function inlined(
  html: string,
  read: ReadPublicFile,
): Promise<{ html: string; sources: InlineSources }> {
  const sources: InlineSources = { scripts: [], styles: [] };
  const parts: string[] = [];
  let end = 0;
  for (const match of html.matchAll(BLOCKING)) {
    const [tag] = match;
    const script = match.groups?.['script'];
    const readVerified = verifiedReader(tag, read);
    const element = script
      ? await inlineScript(script, readVerified)
      : await inlineStyle(tag, readVerified);
    parts.push(html.slice(end, match.index), element?.html ?? tag);
    end = match.index + tag.length;
    if (element) sources[script ? 'scripts' : 'styles'].push(hashSource(element.content));
  }
  return { html: parts.join('') + html.slice(end), sources };
}

/** Skips files that fail their integrity hash, because browsers do not verify inlined content. */
const verifiedReader =
  (tag: string, read: ReadPublicFile): ReadPublicFile =>
  async (pathname) => {
    const content = await read(pathname);
    const wanted = INTEGRITY.exec(tag)?.[1];
    const isIntact =
      !wanted ||
      createHash('sha384')
        .update(content ?? '')
        .digest('base64') === wanted;
    return isIntact ? content : undefined;
  };

async function inlineScript(src: string, read: ReadPublicFile) {
  const content = await read(src);
  if (content === undefined || UNSAFE_INLINE.test(content)) return undefined;
  return { content, html: `<script>${content}</script>` };
}

/** The element keeps the attribute by which the chunk loader finds its style sheet. */
async function inlineStyle(link: string, read: ReadPublicFile) {
  const href = HREF.exec(link)?.[1];
  const content = (href ? await read(href) : undefined)?.replace(SOURCE_MAP, '');
  if (content === undefined || UNSAFE_INLINE.test(content) || RELATIVE_URL.test(content))
    return undefined;
  return { content, html: `<style${DATA_HREF.exec(link)?.[0] ?? ''}>${content}</style>` };
}

const hashSource = (content: string) =>
  `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
