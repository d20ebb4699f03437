import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportFormat, ImportProblem } from '@tomekeeper/contracts-document';
import { ImportError, type TransferFile, type TransferNote, type TransferPassage } from '../../src';
import { readImport, type ImportLimits, type RecordsOf } from '../../src/import';
import { zipOf, type Files } from './made-zip';

const MEGABYTE = 1024 * 1024;
const LIMITS: ImportLimits = {
  entries: 20_000,
  unpackedBytes: 1024 * MEGABYTE,
  fileBytes: 200 * MEGABYTE,
  ratio: 100,
};

export interface Imported {
  format?: ImportFormat;
  items: number;
  notes: TransferNote[];
  files: (Omit<TransferFile, 'body'> & { content: Buffer })[];
  records: RecordsOf[];
  problems: ImportProblem[];
  progress: number[];
  /** Names of the kinds of events in their order. */
  order: string[];
  failed?: ImportError['reason'];
  /** Files next to the upload after the import. */
  left: string[];
}

interface Given {
  name?: string;
  format?: ImportFormat;
  limits?: Partial<ImportLimits>;
}

export const importZip = (files: Files, given: Given = {}): Promise<Imported> =>
  importBytes(zipOf(files), given);

export async function importBytes(
  bytes: Buffer | string,
  { name = 'upload.zip', format, limits }: Given = {},
): Promise<Imported> {
  const folder = await mkdtemp(path.join(tmpdir(), 'import-'));
  const file = path.join(folder, 'upload');
  const imported: Imported = {
    ...{ items: 0, notes: [], files: [], records: [], problems: [] },
    ...{ progress: [], order: [], left: [] },
  };
  try {
    await writeFile(file, bytes);
    await readImport(file, {
      name,
      format,
      limits: { ...LIMITS, ...limits },
      emit: async (event) => {
        imported.order.push(Object.keys(event)[0]!);
        if ('format' in event) Object.assign(imported, event);
        else if ('note' in event) imported.notes.push(event.note);
        else if ('problem' in event) imported.problems.push(event.problem);
        else if ('progress' in event) imported.progress.push(event.progress);
        else if ('records' in event) imported.records.push(event.records);
        else {
          const { body, ...file } = event.file;
          const chunks: Buffer[] = [];
          for await (const chunk of body) chunks.push(chunk);
          imported.files.push({ ...file, content: Buffer.concat(chunks) });
        }
      },
    });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    imported.failed = error.reason;
  } finally {
    imported.left = (await readdir(folder)).filter((each) => each !== 'upload');
    await rm(folder, { recursive: true });
  }
  return imported;
}

/** The note with this title. */
export function noteOf({ notes }: Imported, title: string): TransferNote {
  const note = notes.find((each) => each.title === title);
  if (!note)
    throw new Error(`No note ${title}, but ${notes.map((each) => each.title).join(', ')}.`);
  return note;
}

/** Passages in a form to compare: `!` marks secret ones, links are in brackets, `<id>` is a picture. */
export const linesOf = ({ passages }: Pick<TransferNote, 'passages'>): string[] =>
  passages.map(lineOf);

function lineOf({ kind, level, content, picture }: TransferPassage): string {
  const secret = content.label === 'secret' ? '! ' : '';
  const label = content.label && secret === '' ? `(${content.label})` : '';
  const image = picture === undefined ? '' : ` <${picture}>`;
  return `${secret}${kind}${level ?? ''}${label}:${image} ${textOf(content)}`.trimEnd();
}

type Content = Pick<TransferPassage['content'], 'inlines' | 'rows' | 'blocks'>;

const textOf = ({ inlines = [], rows, blocks }: Content): string =>
  blocks
    ? blocks.map(textOf).join(' / ')
    : rows
      ? rows.map((row) => row.map((cell) => textOf({ inlines: cell })).join('|')).join(' / ')
      : inlines
          .map(({ text, href }) => (href === undefined ? text : `[${text}](${href})`))
          .join('');
