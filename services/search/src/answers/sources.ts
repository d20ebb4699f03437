import { randomBytes } from 'node:crypto';
import type { AnswerPart } from '@tomekeeper/contracts-search';
import type { Candidate } from '../query/candidates';
import { findHeadings, findPassages, findTitles, type Title } from '../query/passage-context';
import type { Prompt } from '../llm/language-model';
import type { Viewer } from '../access/viewer-scoped-rows';
import type { QueryRunner } from '../text/stems';

/** A passage with all content that an answer may reveal. */
export interface Source {
  passage: Candidate;
  title: Title;
  headings: string[];
}

/** Visible passages in the order of their ids; hidden ones are omitted. */
export async function readSources(
  db: QueryRunner,
  viewer: Viewer,
  passages: readonly string[],
): Promise<Source[]> {
  const ids = [...new Set(passages)];
  const rows = await findPassages(db, viewer, [], ids);
  const [titles, headings] = await Promise.all([
    findTitles(db, viewer, [], [...new Set(rows.map(({ document }) => document))]),
    findHeadings(db, viewer, [], rows),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const passage = byId.get(id);
    const title = passage && titles.get(passage.document);
    if (!title) return [];
    return [{ passage, title, headings: (headings.get(id) ?? []).map(({ text }) => text) }];
  });
}

/** Whether the viewer still sees the same content. */
export async function isUnchanged(
  db: QueryRunner,
  viewer: Viewer,
  read: readonly Source[],
): Promise<boolean> {
  const now = await readSources(
    db,
    viewer,
    read.map(({ passage }) => passage.id),
  );
  return JSON.stringify(now.map(citableContent)) === JSON.stringify(read.map(citableContent));
}

const citableContent = ({ passage, title, headings }: Source) => [
  passage.id,
  passage.document,
  passage.text,
  title.title,
  headings,
];

export const citedPassages = (parts: readonly AnswerPart[]): ReadonlySet<string> =>
  new Set(parts.flatMap(({ citations }) => citations.map(({ passage }) => passage)));

/** Characters per source, and per title or heading path. */
const MAX_TEXT_LENGTH = 3_000;
const MAX_NAME_LENGTH = 200;

/**
 * A prompt with numbered sources between marks that contain a random code, so that no text can forge them. Marks and
 * citations within sources lose their brackets.
 */
export function buildPrompt(rules: string, sources: readonly Source[], question?: string): Prompt {
  const code = randomBytes(8).toString('hex');
  const shown = sources.map(
    ({ passage, title, headings }, at) =>
      `<source ${code} n="${at + 1}" title="${escapeAttribute(title.title)}" below="${escapeAttribute(headings.join(' › '))}">\n${escapeMarks(passage.text.slice(0, MAX_TEXT_LENGTH))}\n</source ${code}>`,
  );
  const asked = question === undefined ? [] : [`Question: ${escapeMarks(question)}`];
  return {
    system: rules.replaceAll('{code}', code),
    user: [...shown, ...asked].join('\n\n'),
  };
}

/**
 * Numbers in brackets: `[1]`, `[1, 2]`, `[source 3]`, `[2-4]`, `【1】`. Groups: the content of the brackets, the
 * numbers.
 */
export const CITATION = String.raw`[[【](\s?(?:sources?\s?)?([\d\s,;–-]{1,60}))[\]】]`;
const CITATIONS = new RegExp(CITATION, 'gi');

/** Replaces brackets of marks and citations, and changes nothing else. */
export const escapeMarks = (text: string): string =>
  text.replace(/<(?=\s*\/?\s*source)/gi, '‹').replace(CITATIONS, '($1)');

const escapeAttribute = (text: string): string =>
  escapeMarks(text.slice(0, MAX_NAME_LENGTH)).replace(/["<>\r\n]/g, ' ');
