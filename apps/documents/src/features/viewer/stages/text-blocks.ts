/** A part of a text, shown as it stands. */
export type TextBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'list'; items: readonly string[]; first: number | undefined }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] };

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$/;
const FENCE = /^ {0,3}(```|~~~)/;

/** A text in its paragraphs; of Markdown its headings, code, tables, quotes and flat lists as well. All else stands as it was typed. */
export function textBlocks(text: string, isMarkdown: boolean): TextBlock[] {
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const end = (kind: 'paragraph' | 'code' = 'paragraph') => {
    if (lines.length > 0)
      blocks.push(
        isMarkdown && kind === 'paragraph'
          ? (table(lines) ?? begun(flowing(lines)))
          : { kind, text: lines.join('\n') },
      );
    lines = [];
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    const mark = isMarkdown ? FENCE.exec(line)?.[1] : undefined;
    if (fence !== undefined) {
      if (mark === fence) {
        end('code');
        fence = undefined;
      } else lines.push(line);
      continue;
    }
    if (mark !== undefined) {
      end();
      fence = mark;
      continue;
    }
    const [, signs, words] = (isMarkdown && HEADING.exec(line)) || [];
    if (signs && words) {
      end();
      blocks.push({ kind: 'heading', level: signs.length, text: words });
    } else if (line.trim() === '') end();
    else lines.push(line);
  }
  end(fence === undefined ? 'paragraph' : 'code');
  return blocks;
}

/** A line that begins something: a list item, a quote, a row of a table. */
const OWN_LINE = /^\s*([-*+>|]|\d{1,9}[.)]\s)/;
const HARD_BREAK = /( {2}|\\)$/;

/** In Markdown the end of a line is a space, so that text typed in lines of eighty letters flows on a phone. */
function flowing(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    if (OWN_LINE.test(line)) return `${text}\n${line}`;
    if (HARD_BREAK.test(text)) return `${text.replace(HARD_BREAK, '')}\n${line}`;
    return `${text} ${line.trimStart()}`;
  });
}

const ITEM = /^(?:[-*+]|(\d{1,9})[.)])[ \t]+(\S.*)$/;
const QUOTE = /^ {0,3}> ?/;

/** What each of these lines begins: a list, a quote, or, where they differ, lines of a paragraph. */
function begun(text: string): TextBlock {
  const lines = text.split('\n');
  if (lines.every((line) => QUOTE.test(line)))
    return { kind: 'quote', text: flowing(lines.map((line) => line.replace(QUOTE, ''))) };
  const items = lines.map((line) => ITEM.exec(line));
  const isNumbered = items[0]?.[1] !== undefined;
  if (items.every((item) => item && (item[1] !== undefined) === isNumbered))
    return {
      kind: 'list',
      items: items.map((item) => item?.[2] ?? ''),
      first: isNumbered ? Number(items[0]?.[1]) : undefined,
    };
  return { kind: 'paragraph', text };
}

/** What stands below the head of a table. */
const RULE = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

function table(lines: readonly string[]): TextBlock | undefined {
  const [head = '', rule = '', ...rows] = lines;
  const isTable = RULE.test(rule) && [head, ...rows].every((line) => line.includes('|'));
  return isTable ? { kind: 'table', head: cells(head), rows: rows.map(cells) } : undefined;
}

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
