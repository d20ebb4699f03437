import fs from 'node:fs/promises';
import path from 'node:path';
import type { DemoDocument } from './seed-demo';

const FOLDER = 'large';

/**
 * Documents of the large campaign: rule books first, then sessions in order, so that the list shows the last session on
 * top.
 */
export async function largeDocuments(): Promise<DemoDocument[]> {
  const folder = path.join(__dirname, 'files', FOLDER);
  const files = (await fs.readdir(folder)).filter((file) => file.endsWith('.md'));
  const documents = await Promise.all(
    files.map(async (file) => ({
      file: path.join(FOLDER, file),
      name: nameOf(await fs.readFile(path.join(folder, file), 'utf8')),
      tags: [tagOf(file)],
      // Notes about a session follow it.
      order: /session-(\d+)/.exec(file)?.[1] ?? '',
    })),
  );
  return documents
    .sort((a, b) => compare(a.order, b.order) || compare(b.file, a.file))
    .map(({ order: _order, ...document }) => document);
}

/** Returns the first heading, without characters that file names cannot contain. */
const nameOf = (markdown: string): string =>
  (/^# (.+)$/m.exec(markdown)?.[1] ?? 'Untitled').replace(/[:/]+ ?/g, ', ').trim();

function tagOf(file: string): string {
  if (file.includes('session-')) return 'sessions';
  return /gazetteer|curtain/.test(file) ? 'places' : 'rules';
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
