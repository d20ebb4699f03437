import type { Failure } from '@tomekeeper/api-client';
import type { Document, DocumentUpload } from '../../documents-api/documents-api';

/** Where an upload stands. */
export type UploadState =
  | { at: 'waiting' }
  /** Goes on by itself: when there is a network again, the line is whole, or the server has room. */
  | { at: 'paused'; because: 'offline' | 'line' | 'busy' }
  | { at: 'sending'; loaded: number }
  /** All of it has arrived; the document is being made. It can't be cancelled any more. */
  | { at: 'saving' }
  /** Only the person knows whether it is meant. */
  | { at: 'asking'; question: string }
  | { at: 'failed'; failure: Failure; canRetry: boolean }
  | { at: 'cancelled' }
  /** `replaced`: the version that brings back the file which it has replaced. */
  | { at: 'done'; document: Document; replaced?: string | undefined };

/** One file on its way into a campaign. */
export interface QueuedUpload extends DocumentUpload {
  id: number;
  /** Files that were dropped or chosen together. */
  batch: number;
  state: UploadState;
}

/** The page may do something for it without the person. */
export const isUnderWay = ({ state: { at } }: QueuedUpload): boolean =>
  at === 'waiting' || at === 'paused' || at === 'sending' || at === 'saving';

/** Something of it would be lost with the page. */
export const isUnfinished = (upload: QueuedUpload): boolean =>
  isUnderWay(upload) || upload.state.at === 'asking';

/** How much of a file has arrived. */
export function loadedOf({ state, file }: QueuedUpload): number {
  switch (state.at) {
    case 'sending':
      // What stands around the bytes on the wire may be counted too.
      return Math.min(state.loaded, file.size);
    case 'saving':
    case 'done':
      return file.size;
    case 'waiting':
    case 'paused':
    case 'asking':
    case 'failed':
    case 'cancelled':
      return 0;
  }
}

/** Whole percents, rounded down: 100 means all of it. */
export const percentOf = (loaded: number, total: number): number =>
  total === 0 ? 0 : Math.floor((loaded / total) * 100);

export interface Figures {
  /** Files that are sent or were: without those that were cancelled, refused or are asked about. */
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
