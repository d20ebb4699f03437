import type { AnswerPart, Hit } from '../../search-api/search-api';

/** Every sign that Markdown could take for more than itself. */
const SIGNS = /[!-/:-@[-`{-~]/g;

/** A model's words stay words, whatever stands in them: no link, no picture, no secret box. */
const asWords = (text: string): string => text.replaceAll(SIGNS, '\\$&').replaceAll(/\s+/g, ' ');

/** A draft as the text of a note: its sentences, and below them the documents that they are from. */
export function draftAsMarkdown(parts: readonly AnswerPart[], passages: readonly Hit[]): string {
  const cited = new Set(
    parts.flatMap(({ citations }) => citations.map(({ document }) => document)),
  );
  const titles = new Map(passages.map(({ document, title }) => [document, title]));
  const sources = [...cited].flatMap((id) => {
    const title = titles.get(id);
    return title === undefined ? [] : [`[${asWords(title)}](#d-${id})`];
  });
  const text = parts.map((part) => asWords(part.text)).join(' ');
  return sources.length === 0 ? text : `${text}\n\nFrom ${sources.join(', ')}.`;
}
