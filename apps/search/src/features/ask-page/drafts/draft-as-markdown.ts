import type { AnswerPart, Hit } from '../../search-api/search-api';

/** ASCII punctuation, which Markdown may interpret. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Escapes text of a model, so that it can't contain links, pictures or secret markup. */
const escaped = (text: string): string =>
  text.replaceAll(PUNCTUATION, '\\$&').replaceAll(/\s+/g, ' ');

/** A draft as Markdown for a note: its sentences, then links to the cited documents. */
export function draftAsMarkdown(parts: readonly AnswerPart[], passages: readonly Hit[]): string {
  const cited = new Set(
    parts.flatMap(({ citations }) => citations.map(({ document }) => document)),
  );
  const titles = new Map(passages.map(({ document, title }) => [document, title]));
  const sources = [...cited].flatMap((id) => {
    const title = titles.get(id);
    return title === undefined ? [] : [`[${escaped(title)}](#d-${id})`];
  });
  const text = parts.map((part) => escaped(part.text)).join(' ');
  return sources.length === 0 ? text : `${text}\n\nFrom ${sources.join(', ')}.`;
}
