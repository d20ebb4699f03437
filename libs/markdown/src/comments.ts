import type { CommentMark, Token } from './parser';

// Obsidian's comments: text between two `%%`, in one line or over several blocks. Marks pair within a paragraph first. A mark at
// the beginning of a line that is left over opens a comment up to the next paragraph with an odd number of marks.

/** Set on a block that closes a comment, or that is a comment as a whole. */
export interface BlockComment {
  closesComment?: boolean;
  isSecret?: boolean;
}

interface Pending {
  mark: CommentMark;
  /** Marks since then, which say nothing if the comment is closed. */
  since: CommentMark[];
}

/** Decides the role of each `%%` of a text. An unclosed one is text. */
export function pairComments(tokens: readonly Token[]): void {
  let pending: Pending | undefined;
  const close = () => {
    if (!pending) return;
    pending.mark.role = 'open';
    for (const mark of pending.since) mark.role = 'inside';
    pending = undefined;
  };
  for (const token of tokens) {
    if (token.type === 'inline') {
      const marks = marksOf(token);
      const first = pending && closingMark(marks);
      if (first) {
        close();
        first.role = 'close';
      }
      const rest = first ? marks.slice(marks.indexOf(first) + 1) : marks;
      const left = pairMarks(rest);
      if (pending) pending.since.push(...rest);
      else if (left) pending = { mark: left, since: [] };
    } else if (pending && /^(fence|code_block)$/.test(token.type)) {
      if (!/^[ \t>]*%%[ \t]*$/m.test(token.content)) continue;
      close();
      token.meta = { closesComment: true } satisfies BlockComment;
    } else if (token.type === 'html_block') {
      const count = token.content.split('%%').length - 1;
      const closesComment = pending !== undefined && count % 2 === 1;
      if (closesComment) close();
      token.meta = { closesComment, isSecret: count > 1 } satisfies BlockComment;
    }
  }
}

const marksOf = (token: Token): CommentMark[] =>
  (token.children ?? [])
    .filter(({ type }) => type === 'comment_mark')
    .map(({ meta }) => meta as CommentMark);

/** The mark by which a paragraph closes a comment of an earlier block. */
function closingMark(marks: readonly CommentMark[]): CommentMark | undefined {
  const counted = marks.filter((mark) => !isPercent(mark) || mark.after === '\n');
  return counted.length % 2 === 1 ? counted[0] : undefined;
}

/** @returns the mark without another that may open a comment over several blocks */
function pairMarks(marks: readonly CommentMark[]): CommentMark | undefined {
  for (let at = 0; at < marks.length; at++) {
    const [mark, next, afterNext] = [marks[at]!, marks[at + 1], marks[at + 2]];
    if (!next) return mark.before === '\n' && !isPercent(mark) ? mark : undefined;
    if (isPercent(mark) && (isPercent(next) || opensWord(next))) continue;
    const isNextText = isPercent(next) && afterNext && !opensWord(afterNext);
    const closing = isNextText ? afterNext : next;
    if (isNextText) next.role = 'inside';
    mark.role = 'open';
    closing.role = 'close';
    at += isNextText ? 2 : 1;
  }
  return undefined;
}

/** `50%% of`: a mark behind a digit and before no word may be two percent signs. */
const isPercent = ({ before, after }: CommentMark): boolean =>
  /\d/.test(before) && /[\s\p{P}]/u.test(after);

const opensWord = ({ before, after }: CommentMark): boolean =>
  /\s/.test(before) && /\S/.test(after);
