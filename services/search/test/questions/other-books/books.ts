import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { extractMarkdown } from '@tomekeeper/text-extraction';
import { z } from 'zod';
import type { NewPassage } from '../../scripted-documents';

const book = z.object({
  name: z.string(),
  title: z.string(),
  repository: z.url(),
  commit: z.string().length(40),
  license: z.string(),
  /** Folders in the repository; only their Markdown is read. */
  paths: z.array(z.string()),
  /** Of all files in the order of their paths. */
  sha256: z.string(),
});

const KINDS = [
  'exact',
  'paraphrase',
  'misspelt',
  'variant',
  'number',
  'abbreviation',
  'language',
  'relation',
] as const;

const question = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(KINDS),
    question: z.string(),
    /** Path of the file below its book's folder, with the name of the book. */
    document: z.string(),
    /** Occurs verbatim in the answering passage. */
    answer: z.string(),
  }),
  z.object({ kind: z.literal('unanswerable'), question: z.string() }),
]);
export type OtherQuestion = z.infer<typeof question>;

export interface BookDocument {
  /** Name of the book and path of the file. */
  path: string;
  /** File name, or the folder's name of an index file. */
  name: string;
  passages: NewPassage[];
}

const LIMITS = {
  textBytes: 20_000_000,
  contentBytes: 60_000_000,
  passages: 100_000,
  textLength: 20_000,
  imageBytes: 0,
};

export async function otherQuestions(): Promise<OtherQuestion[]> {
  const text = await fs.readFile(path.join(__dirname, 'questions.json'), 'utf8');
  return z.array(question).parse(JSON.parse(text));
}

/**
 * Passages of all books, extracted as the document service does.
 * @throws {Error} if a file differs from the version for which the questions were written
 */
export async function readBooks(folder: string): Promise<BookDocument[]> {
  const text = await fs.readFile(path.join(__dirname, 'books.json'), 'utf8');
  const documents: BookDocument[] = [];
  for (const { name, paths, sha256 } of z.array(book).parse(JSON.parse(text))) {
    const hash = createHash('sha256');
    for (const file of await markdownFiles(path.join(folder, name), paths)) {
      const bytes = await fs.readFile(path.join(folder, name, file));
      hash.update(bytes);
      const passages = passagesOf(bytes.toString('utf8'));
      const stem = path.basename(file, '.md');
      const title = stem === 'index' ? path.basename(path.dirname(file)) : stem;
      if (passages.length > 0)
        documents.push({ path: `${name}/${file}`, name: `${title}.md`, passages });
    }
    const digest = hash.digest('hex');
    if (digest !== sha256) throw new Error(`${name} has the checksum ${digest}.`);
  }
  return documents;
}

async function markdownFiles(folder: string, paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map(async (below) =>
      (await fs.readdir(path.join(folder, below), { recursive: true })).map((file) =>
        path.join(below, file),
      ),
    ),
  );
  return found
    .flat()
    .filter((file) => file.endsWith('.md'))
    .sort();
}

function passagesOf(markdown: string): NewPassage[] {
  const passages: NewPassage[] = [];
  extractMarkdown(markdown, {
    limits: LIMITS,
    emit(event) {
      if (!('passage' in event)) return;
      const { text, kind, level } = event.passage;
      if (text.trim() === '') return;
      passages.push({ text, kind, ...(level !== undefined && { level }) });
    },
  });
  return passages;
}
