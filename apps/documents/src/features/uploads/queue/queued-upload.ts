import type { Failure } from '@tomekeeper/api-client';
import type { Document, DocumentUpload } from '../../documents-api/documents-api';

/** State machine of an upload. */
export type UploadState =
  | { at: 'waiting' }
  /** Resumes automatically: when the network is back, after a connection error, or when the server has capacity. */
  | { at: 'paused'; because: 'offline' | 'line' | 'busy' }
  | { at: 'sending'; loaded: number }
  /** Fully transferred; the server creates the document. Cannot be canceled any more. */
  | { at: 'saving' }
  /** Waits for the user's confirmation. */
  | { at: 'asking'; question: string }
  | { at: 'failed'; failure: Failure; canRetry: boolean }
  | { at: 'cancelled' }
  /** `replaced`: id of the version that restores the replaced file. */
  | { at: 'done'; document: Document; replaced?: string | undefined };

/** One file in the upload queue. */
export interface QueuedUpload extends DocumentUpload {
  id: number;
  /** Number shared by files that were dropped or chosen together. */
  batch: number;
  /** Bytes that the store keeps of an upload in parts; the upload continues from there. */
  stored?: number;
  /** Whether the device remembers the upload after a reload. */
  isKept?: boolean;
  state: UploadState;
}

/** Whether the upload can proceed without the user. */
export const isUnderWay = ({ state: { at } }: QueuedUpload): boolean =>
  at === 'waiting' || at === 'paused' || at === 'sending' || at === 'saving';

/** Whether closing the page would lose the upload. */
export const isUnfinished = (upload: QueuedUpload): boolean =>
  isUnderWay(upload) || upload.state.at === 'asking';

/** Transferred bytes. */
export function loadedOf({ state, file, stored = 0 }: QueuedUpload): number {
  switch (state.at) {
    case 'sending':
      // Progress events may include protocol overhead.
      return Math.min(state.loaded, file.size);
    case 'saving':
    case 'done':
      return file.size;
    case 'waiting':
    case 'paused':
      return stored;
    case 'asking':
    case 'failed':
    case 'cancelled':
      return 0;
  }
}

/** Percentage, rounded down, so that 100 means complete. */
export const percentOf = (loaded: number, total: number): number =>
  total === 0 ? 0 : Math.floor((loaded / total) * 100);

export interface Figures {
  /** Number of files without canceled, rejected and unconfirmed ones. */
  counted: number;
  done: number;
  underWay: number;
  asking: number;
  failed: number;
  percent: number;
}

export function figuresOf(uploads: readonly QueuedUpload[]): Figures {
  const figures: Figures = { counted: 0, done: 0, underWay: 0, asking: 0, failed: 0, percent: 0 };
  let loaded = 0;
  let total = 0;
  for (const upload of uploads) {
    const { at } = upload.state;
    if (at === 'asking') figures.asking += 1;
    if (at === 'failed') figures.failed += 1;
    if (at === 'done') figures.done += 1;
    if (isUnderWay(upload)) figures.underWay += 1;
    if (at !== 'done' && !isUnderWay(upload)) continue;
    figures.counted += 1;
    loaded += loadedOf(upload);
    total += upload.file.size;
  }
  return { ...figures, percent: percentOf(loaded, total) };
}

export const filesInWords = (count: number): string => (count === 1 ? '1 file' : `${count} files`);
