import { DOMParser as PassageParser, Fragment, Slice, type ResolvedPos } from 'prosemirror-model';
import { schema } from '../schema/schema';
import { UNKNOWN_SOURCE } from '../schema/secret-box';
import { hasCallouts } from './callout-elements';
import { isOwnHtml } from './clean-html';
import { standsBeside } from './pasted';

interface Readers {
  fromMarkdown: (text: string) => Slice;
  toClean: (html: string) => string;
  /** Assigns new ids and the sources of the target to passages. */
  transform: (slice: Slice) => Slice;
}

/**
 * Adds secrets and sources that ProseMirror ignores: ProseMirror reads only plain text for code and with Shift held, and never
 * Markdown in colored lines. @returns `slice` if ProseMirror ignored nothing
 */
export function readClipboard(
  data: DataTransfer | null,
  slice: Slice,
  $at: ResolvedPos,
  { fromMarkdown, toClean, transform }: Readers,
): Slice {
  const text = data?.getData('text/plain') ?? '';
  const html = data?.getData('text/html') ?? '';
  if (isMarkdownOf(text, html)) return transform(fromMarkdown(text));
  if (/\bsecret\b/i.test(html) && !isOwnHtml(html)) {
    const passages = transform(passagesOfHtml(toClean(html)));
    if (standsBeside(passages, $at)) return passages;
  }
  return withSources(slice, html);
}

/** Whether the plain text is the markup of a secret, and its HTML shows it in colors. */
const isMarkdownOf = (text: string, html: string): boolean =>
  html !== '' && /^[ \t]*>[>\s]*\[!secret\b/im.test(text) && !isOwnHtml(html) && !hasCallouts(html);

function passagesOfHtml(html: string): Slice {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const { content } = PassageParser.fromSchema(schema).parse(body);
  return new Slice(content, 0, 0);
}

/** Marks plain text with the source in its HTML; with several sources, the text is GM only. */
function withSources(slice: Slice, html: string): Slice {
  const { source } = schema.marks;
  const [only, ...others] = new Set(
    [...html.matchAll(/data-(?:source|passage)="([^"]+)"/g)].map(([, id = '']) => id),
  );
  let isKnown = only === undefined || slice.content.size === 0;
  slice.content.descendants((node) => {
    isKnown ||= source.isInSet(node.marks) !== undefined;
  });
  if (isKnown) return slice;
  const mark = source.create({ id: others.length > 0 ? UNKNOWN_SOURCE : only });
  const marked = (nodes: Fragment): Fragment =>
    Fragment.from(
      nodes.content.map((node) =>
        node.isInline ? node.mark(mark.addToSet(node.marks)) : node.copy(marked(node.content)),
      ),
    );
  return new Slice(marked(slice.content), slice.openStart, slice.openEnd);
}
