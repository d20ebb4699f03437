import path from 'node:path';
import { pipeline, type Readable, Transform } from 'node:stream';

const DOCUMENT_LINK = /\]\(<#d-([0-9a-f-]{36})(?:\/p-[0-9a-f-]{36})?>\)/g;

/**
 * Replaces links to documents in exported Markdown by relative paths; links to documents outside of the archive stay.
 * @param markdown UTF-8; destroyed with the result, and its errors are errors of the result
 * @param from path of the Markdown file in the archive
 * @param paths path of each document's text by document id
 */
export function relativeLinks(
  markdown: Readable,
  from: string,
  paths: ReadonlyMap<string, string>,
): Readable {
  let line = '';
  const linked = (text: string) =>
    text.replace(DOCUMENT_LINK, (link, id: string) => {
      const to = paths.get(id);
      if (to === undefined) return link;
      const relative = path.posix.relative(path.posix.dirname(from), to);
      return `](<${relative.split('/').map(encodeURIComponent).join('/')}>)`;
    });
  const result = new Transform({
    decodeStrings: false,
    encoding: 'utf8',
    transform(text: string, _, done) {
      // A link never spans lines.
      line += text;
      const end = line.lastIndexOf('\n') + 1;
      done(null, linked(line.slice(0, end)));
      line = line.slice(end);
    },
    flush(done) {
      done(null, linked(line));
    },
  });
  // Decodes characters that span chunks.
  markdown.setEncoding('utf8');
  return pipeline(markdown, result, () => undefined);
}
