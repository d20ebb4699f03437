import type { Http } from '@tomekeeper/remote-kit';
import type { Document } from '../documents-api/documents-api';
import { createPassagesApi, type Passage, type PassagesApi } from '../documents-api/passages-api';
import { isGone } from '../documents-api/use-document-list';
import { PRINT_MOST } from '../reader/print/paper';

/** Passages per request. */
const WINDOW = 500;

export interface LoadedText {
  document: Document;
  api: PassagesApi;
  passages: readonly Passage[];
}

/** The documents have more passages than one print may contain. */
export class TooMuchText extends Error {}

interface Reading {
  http: Http;
  viewAs: string | undefined;
  signal: AbortSignal;
  /** Called before each document with its index. */
  onDocument: (index: number) => void;
}

/**
 * Texts of documents in their order. Documents that were hidden or deleted meanwhile are left out.
 * @throws {TooMuchText}
 */
export async function readTexts(
  documents: readonly Document[],
  { http, viewAs, signal, onDocument }: Reading,
): Promise<LoadedText[]> {
  const printed: LoadedText[] = [];
  let room = PRINT_MOST;
  for (const [index, document] of documents.entries()) {
    onDocument(index);
    const api = createPassagesApi(http, undefined, document.id, viewAs);
    try {
      const passages = await readText(api, room, signal);
      room -= passages.length;
      if (passages.length > 0) printed.push({ document, api, passages });
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
  return printed;
}

/** @throws if the text changes while it is loaded */
async function readText(
  api: PassagesApi,
  room: number,
  signal: AbortSignal,
): Promise<readonly Passage[]> {
  const found: Passage[] = [];
  let expected: number | undefined;
  while (expected === undefined || found.length < expected) {
    const { passages, total } = await api.passages({ from: found.length }, WINDOW, signal);
    if (total > room) throw new TooMuchText();
    expected ??= total;
    if (total !== expected || (passages.length === 0 && total > 0))
      throw new Error('The text changed.');
    found.push(...passages);
  }
  return found;
}
