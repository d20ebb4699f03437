// Elements with the class `secret` in the HTML of a Markdown text. Blank lines end a block of HTML in Markdown, so that the end tag
// may be in a later block.

const SECRET_ELEMENT = /^(?:blockquote|aside|div|section|p|article|details|table)$/;
const NAME = /[a-z][a-z0-9-]*/iy;
const ATTRIBUTE = /(class|data-callout)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/** Follows the tags of a text and knows whether a secret element is open. */
export class SecretElements {
  private name = '';
  private depth = 0;

  get isOpen(): boolean {
    return this.depth > 0;
  }

  /** Reads a piece of HTML. @returns whether it opens a secret element */
  read(html: string): boolean {
    let opens = false;
    for (const { name, isEnd, attributes } of tagsOf(html)) {
      if (this.isOpen) {
        if (name === this.name) this.depth += isEnd ? -1 : 1;
      } else if (!isEnd && SECRET_ELEMENT.test(name) && isSecret(attributes)) {
        this.name = name;
        this.depth = 1;
        opens = true;
      }
    }
    return opens;
  }
}

function isSecret(attributes: string): boolean {
  for (const [, , ...values] of attributes.matchAll(ATTRIBUTE))
    if (values.some((value) => value && /(?:^|\s)secret(?:\s|$)/i.test(value))) return true;
  return false;
}

interface Tag {
  name: string;
  isEnd: boolean;
  attributes: string;
}

/** An unfinished tag or comment ends the piece. */
function* tagsOf(html: string): Generator<Tag> {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    const isEnd = html[at + 1] === '/';
    NAME.lastIndex = at + (isEnd ? 2 : 1);
    const name = NAME.exec(html)?.[0];
    if (name === undefined) {
      at++;
      continue;
    }
    const end = endOfTag(html, NAME.lastIndex);
    if (end < 0) return;
    const attributes = html.slice(at + name.length + 1, end);
    yield { name: name.toLowerCase(), isEnd, attributes };
    at = end + 1;
  }
}

/** The place of the `>` of a tag; quotes count only around values. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at++) {
    if (html[at] === '>') return at;
    if (html[at] !== '=') continue;
    while (/\s/.test(html[at + 1] ?? '')) at++;
    const quote = html[at + 1];
    if (quote !== '"' && quote !== "'") continue;
    at = html.indexOf(quote, at + 2);
    if (at < 0) return -1;
  }
  return -1;
}
