import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { NewDocument } from '../scripted-documents';

const question = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['exact', 'paraphrase', 'misspelt']),
    question: z.string(),
    /** Stands word for word in one passage. */
    answer: z.string(),
  }),
  z.object({ kind: z.literal('unanswerable'), question: z.string() }),
]);
export type Question = z.infer<typeof question>;
export type Answerable = Extract<Question, { answer: string }>;

const TEXTS = path.join(__dirname, '../../../../deploy/launcher/src/demo/files/large');

export async function questionsOf(half: 'tuned' | 'reported'): Promise<Question[]> {
  const text = await fs.readFile(path.join(__dirname, `${half}.json`), 'utf8');
  return z.array(question).parse(JSON.parse(text));
}

/** The demo campaign; file names of spoilers begin with an underscore. */
export async function largeCampaign(): Promise<NewDocument[]> {
  const files = (await fs.readdir(TEXTS)).filter((file) => file.endsWith('.md')).sort();
  return Promise.all(
    files.map(async (file) => {
      const lines = linesOf(await fs.readFile(path.join(TEXTS, file), 'utf8'));
      const name = lines[0]?.replace(/^# /, '') ?? file;
      return { name, spoilers: file.startsWith('_'), lines };
    }),
  );
}

/** Headings, paragraphs and items of Markdown as simple as those texts are; a table is one passage. */
function linesOf(markdown: string): string[] {
  return markdown
    .split(/\n\n|\n(?=- )/)
    .map((part) =>
      part
        .trim()
        .replace(/^- /, '')
        .replace(/[*_]{1,2}(?=\S)([^*_]+?)[*_]{1,2}/g, '$1')
        .replace(/^\|[\s-|]+\|\n/gm, '')
        .replace(/^\| | \|$/gm, '')
        .replace(/ \| /g, '\t'),
    )
    .filter((line) => line !== '');
}
