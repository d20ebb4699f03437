import { randomBytes } from 'node:crypto';
import type { AnswerPart } from '@tomekeeper/contracts-search';
import type { Candidate } from '../finding/candidates';
import { headingsAbove, passagesOf, titlesOf, type Title } from '../finding/context';
import type { Instructions } from '../model/language-model';
import type { Viewer } from '../access/viewer-scoped-rows';
import type { Reader } from '../words/stems';

/** A passage with all that an answer from it may tell. */
export interface Source {
  passage: Candidate;
  title: Title;
  headings: string[];
}

/** Passages as a viewer sees them now, in the order of their ids; those that they do not see are missing. */
export async function readSources(
  db: Reader,
  viewer: Viewer,
  passages: readonly string[],
): Promise<Source[]> {
  const ids = [...new Set(passages)];
  const rows = await passagesOf(db, viewer, [], ids);
  const [titles, headings] = await Promise.all([
    titlesOf(db, viewer, [], [...new Set(rows.map(({ document }) => document))]),
    headingsAbove(db, viewer, [], rows),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const passage = byId.get(id);
    const title = passage && titles.get(passage.document);
    if (!title) return [];
    return [{ passage, title, headings: (headings.get(id) ?? []).map(({ text }) => text) }];
  });
}

/** Whether all that was read of some passages is still there for a viewer, and as it was. */
export async function isUnchanged(
  db: Reader,
  viewer: Viewer,
  read: readonly Source[],
): Promise<boolean> {
  const now = await readSources(
    db,
    viewer,
    read.map(({ passage }) => passage.id),
  );
  return JSON.stringify(now.map(tellable)) === JSON.stringify(read.map(tellable));
}

const tellable = ({ passage, title, headings }: Source) => [
  passage.id,
  passage.document,
  passage.text,
  title.title,
  headings,
];

/** Ids of the passages that sentences point to. */
export const citedIn = (parts: readonly AnswerPart[]): ReadonlySet<string> =>
  new Set(parts.flatMap(({ citations }) => citations.map(({ passage }) => passage)));

/** Letters of one source, and of its title and headings. */
const MOST_TEXT = 3_000;
const MOST_NAME = 200;

/**
 * What a model is told: the rules with a code that no text can know, and numbered sources between marks that carry it. In a source,
 * what looks like such a mark or a citation loses its brackets.
 */
export function instructionsFor(
  rules: string,
  sources: readonly Source[],
  question?: string,
): Instructions {
  const code = randomBytes(8).toString('hex');
  const shown = sources.map(
    ({ passage, title, headings }, at) =>
      `<source ${code} n="${at + 1}" title="${asName(title.title)}" below="${asName(headings.join(' › '))}">\n${asData(passage.text.slice(0, MOST_TEXT))}\n</source ${code}>`,
  );
  const asked = question === undefined ? [] : [`Question: ${asData(question)}`];
  return {
    system: rules.replaceAll('{code}', code),
    user: [...shown, ...asked].join('\n\n'),
  };
}

/** Numbers in brackets: `[1]`, `[1, 2]`, `[source 3]`, `[2-4]`, `【1】`. What is in the brackets, and its numbers, are its groups. */
export const CITATION = String.raw`[[【](\s?(?:sources?\s?)?([\d\s,;–-]{1,60}))[\]】]`;
const CITATIONS = new RegExp(CITATION, 'gi');

/** Text that forms no mark and no citation; nothing else of it is another. */
export const asData = (text: string): string =>
  text.replace(/<(?=\s*\/?\s*source)/gi, '‹').replace(CITATIONS, '($1)');

const asName = (text: string): string =>
  asData(text.slice(0, MOST_NAME)).replace(/["<>\r\n]/g, ' ');
