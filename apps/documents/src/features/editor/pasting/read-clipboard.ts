import { DOMParser as PassageParser, Fragment, Slice, type ResolvedPos } from 'prosemirror-model';
import { schema } from '../schema';
import { UNKNOWN_SOURCE } from '../secret-box';
import { hasCallouts } from './callout-elements';
import { isOwnHtml } from './clean-html';
import { standsBeside } from './pasted';

interface Readers {
  fromMarkdown: (text: string) => Slice;
  toClean: (html: string) => string;
  /** Makes new passages of what was read, as they are where it lands. */
  transform: (slice: Slice) => Slice;
}

/**
 * What a clipboard holds, with the secrets and sources that ProseMirror leaves out: it reads only the plain text for code and
 * while Shift is held, and never the markup in colored lines. @returns `slice` where nothing was left out
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

/** Gives plain text the source that its HTML names; of several it is unknown which word has which. */
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
