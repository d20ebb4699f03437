import { NOTE_LIMITS } from '@tomekeeper/contracts-document';
import { ApiError, detailOrText } from '@tomekeeper/api-client';
import { StorageUploadError } from '@tomekeeper/remote-kit';
import type { NotesApi } from '../saving/notes-api';
import { newId } from '../../documents-api/new-id';

export interface Picture {
  image: string;
  width: number;
  height: number;
}

/** How far a picture has come on its way to the server. */
export type UploadState =
  | { is: 'sending'; percent: number }
  /** `again`: another try may help. */
  | { is: 'failed'; why: string; again: boolean }
  | { is: 'there'; picture: Picture };

interface PictureUpload {
  file: File;
  state: UploadState;
}

export type PicturesApi = Pick<NotesApi, 'uploadImage' | 'images'>;

const MEGABYTE = 1024 * 1024;

/** The pictures of one note in one tab: those on their way to the server, and the addresses of those that are there. */
export class NotePictures {
  private readonly uploads = new Map<string, PictureUpload>();
  /** By the id of the image: what was uploaded in this tab is shown as it was sent. */
  private readonly shown = new Map<string, string>();
  private readonly listeners = new Set<() => void>();
  private readonly stop = new AbortController();
  /** The server processes one picture of a person at a time, and refuses more than a few that wait. */
  private adding: Promise<unknown> = Promise.resolve();

  constructor(private readonly api: PicturesApi) {}

  /** Sends a file. @returns the name of the upload, for the place where the picture is to stand */
  start(file: File): string {
    const key = newId();
    this.uploads.set(key, { file, state: { is: 'sending', percent: 0 } });
    void this.send(key);
    return key;
  }

  stateOf = (key: string): UploadState =>
    this.uploads.get(key)?.state ?? {
      is: 'failed',
      why: 'This picture did not arrive before the page was closed. Insert it again.',
      again: false,
    };

  /** The picture as it was chosen, to be looked at meanwhile. */
  async previewOf(key: string): Promise<string | undefined> {
    const upload = this.uploads.get(key);
    return upload && (await dataAddress(upload.file));
  }

  retry(key: string): void {
    if (this.uploads.get(key)?.state.is !== 'failed') return;
    this.tell(key, { is: 'sending', percent: 0 });
    void this.send(key);
  }

  /** Whether some of these would be lost with the page. */
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

  /** Where the picture is loaded from; undefined where it is not there. Addresses live for a minute. */
  async addressOf(image: string): Promise<string | undefined> {
    const shown = this.shown.get(image);
    if (shown !== undefined) return shown;
    return (await this.api.images([image])).find(({ id }) => id === image)?.url;
  }

  private async send(key: string): Promise<void> {
    const upload = this.uploads.get(key);
    if (!upload) return;
    const { file } = upload;
    if (file.size > NOTE_LIMITS.imageMegabytes * MEGABYTE) {
      const most = `${NOTE_LIMITS.imageMegabytes} MB`;
      this.tell(key, { is: 'failed', why: `A picture has at most ${most}.`, again: false });
      return;
    }
    try {
      const picture = await this.api.uploadImage(file, this.inTurn, {
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
  const isRefused = error instanceof ApiError && [400, 409, 413, 415].includes(error.status);
  return { why: message, again: !isRefused };
}

/** The bytes as an address; the page may load pictures from no other address of its own. */
function dataAddress(file: File): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : undefined);
    reader.onerror = () => resolve(undefined);
    reader.readAsDataURL(file);
  });
}
