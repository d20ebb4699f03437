import type { AnswerPart, Citation } from '@tomekeeper/contracts-search';
import { wordsOf } from '../text/normalization';
import { splitSentences, type TextRange } from '../text/sentences';
import { escapeMarks, CITATION, type Source } from './sources';

const CITATIONS = new RegExp(String.raw`\s?${CITATION}`, 'gi');
/** Markdown images, links, HTML tags and URLs. */
const IMAGE = /!\[([^\]]*)\]\([^)]*\)/g;
const LINK = /\[([^\]]*)\]\([^)]*\)/g;
const TAG = /<\/?[a-z!][^>]*>?/gi;
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]*:\/\/|data:|mailto:|javascript:|www\.)\S+/gi;
/** Markdown at the beginning of a line and around words. */
const LEADING = /^(?:#{1,6}\s+|[-*•>]\s+|\d{1,2}[.)]\s+)+/;
const EMPHASIS = /(\*\*|__|\*|`)(?=\S)(.+?)(?<=\S)\1/g;
const QUOTED = /["“„«]([^"“”„«»]{3,})["”“»]/g;
const NUMBER = /\d+(?:[.,:]\d+)*/g;
/** Shorter words occur in every text. */
const MIN_WORD_LENGTH = 3;

/**
 * A sentence with verified citations. It is supported if the cited sources exist, contain each number and quotation,
 * and share a word with it. Removes markup that could make a browser load something.
 */
export function checkCitations(
  written: string,
  sources: readonly Source[],
  question: string,
): AnswerPart | undefined {
  const { text, cited, isAltered } = parseSentence(written, sources.length);
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const its = cited.flatMap((at) => sources[at] ?? []);
  const quotations = [...text.matchAll(QUOTED)].map(([, words = '']) => words.trim());
  const citations = its.flatMap((source) => citationOf(source, text, quotations));
  const isSupported =
    !isAltered &&
    citations.length > 0 &&
    quotations.every((words) => its.some((source) => containsQuotation(source, words))) &&
    hasKnownNumbers(text, its, question) &&
    its.some((source) => countSharedWords(text, source.passage.text) > 0);
  return { text, citations, ...(!isSupported && { is_unsupported: true as const }) };
}

function parseSentence(written: string, sources: number) {
  const cited = new Set<number>();
  const named = written
    .replace(IMAGE, '$1')
    .replace(LINK, (whole: string, words: string) => (/^\d+$/.test(words) ? `[${words}]` : words))
    .replace(CITATIONS, (_, _told, numbers: string) => {
      for (const number of parseNumbers(numbers))
        if (number >= 1 && number <= sources) cited.add(number - 1);
      return '';
    });
  const bare = named.replace(TAG, '').replace(ADDRESS, '');
  const text = bare
    .replace(LEADING, '')
    .replace(EMPHASIS, '$2')
    .replaceAll('NO_ANSWER', '')
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,;:!?])/g, '$1')
    .trim();
  const isAltered = bare !== named || written.includes('![');
  return { text, cited: [...cited].slice(0, MAX_CITATIONS), isAltered };
}

const MAX_CITATIONS = 8;

/** Parses `1, 2` and `2-4`; an invalid or long range counts as its ends. */
function parseNumbers(list: string): number[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [first = NaN, last = first] = (part.match(/\d+/g) ?? []).map(Number);
    return last > first && last - first < MAX_CITATIONS
      ? Array.from({ length: last - first + 1 }, (_, at) => first + at)
      : [first, last];
  });
}

const plain = (text: string): string =>
  text
    .replace(/[’‘]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\s+/g, ' ')
    .toLowerCase();

const fullText = ({ passage, title, headings }: Source): string =>
  [passage.text, title.title, ...headings].join('\n');

/** Punctuation at the end of a quotation may belong to the sentence. */
function containsQuotation(source: Source, words: string): boolean {
  const looked = plain(words).replace(/[.,;:!?…]+$/, '');
  const whole = fullText(source);
  return plain(whole).includes(looked) || plain(escapeMarks(whole)).includes(looked);
}

function hasKnownNumbers(text: string, sources: readonly Source[], question: string): boolean {
  const known = new Set(
    [question, ...sources.map(fullText)].flatMap((one) => one.match(NUMBER) ?? []),
  );
  return (text.match(NUMBER) ?? []).every((number) => known.has(number));
}

/** Words in common; longer words match by their beginning, because endings differ. */
function countSharedWords(text: string, other: string): number {
  const begun = (word: string) =>
    word.slice(0, Math.max(MIN_WORD_LENGTH, Math.ceil(word.length * 0.7)));
  const known = new Set(wordsOf(other).map(begun));
  const telling = wordsOf(text).filter(
    (word) => word.length >= MIN_WORD_LENGTH || /[^\x20-\x7e]/.test(word),
  );
  return new Set(telling.map(begun).filter((word) => known.has(word))).size;
}

/** Location in a source: the quotation, or the sentence that shares most words. */
function citationOf({ passage }: Source, text: string, quotations: readonly string[]): Citation[] {
  const of = ({ start, end }: TextRange): Citation[] => [
    { document: passage.document, passage: passage.id, start, end },
  ];
  const quoted = quotations
    .map((words) => ({ start: passage.text.indexOf(words), length: words.length }))
    .find(({ start }) => start >= 0);
  if (quoted) return of({ start: quoted.start, end: quoted.start + quoted.length });
  const [best] = splitSentences(passage.text)
    .map((stretch) => ({
      ...stretch,
      shared: countSharedWords(text, passage.text.slice(stretch.start, stretch.end)),
    }))
    .sort((a, b) => b.shared - a.shared);
  return best ? of(best) : [];
}
