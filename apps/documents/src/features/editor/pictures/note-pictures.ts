import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { StorageUploadError } from '@tomekeeper/remote-kit';
import type { NotesApi } from '../saving/notes-api';
import { newId } from '../../documents-api/new-id';

export interface Picture {
  image: string;
  width: number;
  height: number;
}

export type UploadState =
  /** `percent` is unknown before the first bytes, and for uploads without progress. */
  | { is: 'sending'; percent?: number }
  /** `again`: whether a retry may succeed. */
  | { is: 'failed'; why: string; again: boolean }
  | { is: 'there'; picture: Picture };

interface PictureUpload {
  file: File;
  state: UploadState;
}

export type PicturesApi = Pick<NotesApi, 'uploadImage' | 'images' | 'imageMegabytes'>;

const MEGABYTE = 1024 * 1024;

/** Picture uploads of one note in one tab, and the URLs of uploaded pictures. */
export class NotePictures {
  private readonly uploads = new Map<string, PictureUpload>();
  /** Data URLs by image id: pictures uploaded in this tab are shown from memory. */
  private readonly shown = new Map<string, string>();
  private readonly listeners = new Set<() => void>();
  private readonly stop = new AbortController();
  /** The server processes one picture per person at a time, and rejects more than a few queued ones. */
  private adding: Promise<unknown> = Promise.resolve();

  constructor(private readonly api: PicturesApi) {}

  /** Starts an upload. @returns its key, which the image node references until the upload completes */
  start(file: File): string {
    const key = newId();
    this.uploads.set(key, { file, state: { is: 'sending' } });
    void this.send(key);
    return key;
  }

  stateOf = (key: string): UploadState =>
    this.uploads.get(key)?.state ?? {
      is: 'failed',
      why: 'The page was closed before this picture was uploaded. Insert it again.',
      again: false,
    };

  /** Preview of the chosen file as a data URL. */
  async previewOf(key: string): Promise<string | undefined> {
    const upload = this.uploads.get(key);
    return upload && (await dataAddress(upload.file));
  }

  retry(key: string): void {
    if (this.uploads.get(key)?.state.is !== 'failed') return;
    this.tell(key, { is: 'sending' });
    void this.send(key);
  }

  /** Whether closing the page would lose one of these uploads. */
  areUnsent = (keys: readonly string[]): boolean =>
    keys.some((key) => {
      const state = this.uploads.get(key)?.state;
      return state?.is === 'sending' || (state?.is === 'failed' && state.again);
    });

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  dispose(): void {
    this.stop.abort();
    this.listeners.clear();
  }

  /** URL of the picture, valid for one minute; undefined if the picture is missing. */
  async addressOf(image: string): Promise<string | undefined> {
    const shown = this.shown.get(image);
    if (shown !== undefined) return shown;
    return (await this.api.images([image])).find(({ id }) => id === image)?.url;
  }

  private async send(key: string): Promise<void> {
    const upload = this.uploads.get(key);
    if (!upload) return;
    const { file } = upload;
    const { imageMegabytes: most } = this.api;
    if (file.size > most * MEGABYTE) {
      const why = `A picture has at most ${most} MB. Choose a smaller one.`;
      this.tell(key, { is: 'failed', why, again: false });
      return;
    }
    try {
      const picture = await this.api.uploadImage({
        file,
        key,
        inTurn: this.inTurn,
        onProgress: (loaded, total) =>
          this.tell(key, { is: 'sending', percent: Math.round((loaded / total) * 100) }),
        signal: this.stop.signal,
      });
      const shown = await dataAddress(file);
      if (shown !== undefined) this.shown.set(picture.image, shown);
      this.tell(key, { is: 'there', picture });
    } catch (error) {
      this.tell(key, { is: 'failed', ...failureOf(error) });
    }
  }

  private readonly inTurn = (add: () => Promise<Picture>): Promise<Picture> => {
    const added = this.adding.then(add);
    this.adding = added.catch(() => undefined);
    return added;
  };

  private tell(key: string, state: UploadState): void {
    const upload = this.uploads.get(key);
    if (!upload || this.stop.signal.aborted) return;
    upload.state = state;
    this.listeners.forEach((listener) => listener());
  }
}

function failureOf(error: unknown): { why: string; again: boolean } {
  if (error instanceof StorageUploadError)
    return { why: 'The picture did not arrive.', again: true };
  const { message } = detailOrText(error, 'The picture could not be uploaded.');
  const isRefused =
    error instanceof ApiError && [400, 403, 404, 409, 413, 415].includes(error.status);
  return { why: message, again: !isRefused };
}

/** Data URL of a file; the content security policy allows the page no `blob:` images. */
function dataAddress(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined);
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });
}
