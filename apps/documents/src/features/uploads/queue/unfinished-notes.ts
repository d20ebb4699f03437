/** A file whose page closed before the upload ended. */
export interface UnfinishedFile {
  campaignId: string;
  name: string;
  size: number;
}

interface Note {
  person: string;
  files: UnfinishedFile[];
}

const PREFIX = 'tomekeeper.uploads.';
/** Maximum file names stored per tab. */
const MAX_FILES = 500;

/**
 * Records the uploads of this tab in local storage, where they survive reloads and crashes. A page cannot store the files
 * themselves: the record only tells the user which files to choose again. Web Locks show which tabs are open; without them
 * (insecure contexts over plain HTTP), nothing is stored.
 */
export class UnfinishedNotes {
  private readonly key = PREFIX + Math.random().toString(36).slice(2);
  private letGo: (() => void) | undefined;

  constructor(private readonly locks: LockManager | undefined = navigator.locks) {}

  keep(person: string, files: readonly UnfinishedFile[]): void {
    if (!this.locks) return;
    try {
      if (files.length === 0) return localStorage.removeItem(this.key);
      this.live(this.locks);
      const note: Note = { person, files: files.slice(0, MAX_FILES) };
      localStorage.setItem(this.key, JSON.stringify(note));
    } catch {
      // Storage is disabled or full: a reload cannot list unfinished files.
    }
  }

  /** Returns and deletes the unfinished files of this user's closed tabs. */
  async takeOver(person: string): Promise<UnfinishedFile[]> {
    if (!this.locks) return [];
    const { held = [] } = await this.locks.query();
    const living = new Set(held.map(({ name }) => name));
    const files: UnfinishedFile[] = [];
    for (const [key, note] of this.notes()) {
      if (living.has(key) || note.person !== person) continue;
      files.push(...note.files);
      localStorage.removeItem(key);
    }
    return files;
  }

  /** Deletes records of other users, whose file names the current user must not see. */
  forgetOthers(person: string): void {
    for (const [key, note] of this.notes()) {
      if (note.person !== person) localStorage.removeItem(key);
    }
  }

  /** Deletes all records at sign-out; this tab stores its record again when the user is back. */
  forgetAll(): void {
    try {
      for (const key of Object.keys(localStorage))
        if (key.startsWith(PREFIX)) localStorage.removeItem(key);
    } catch {
      // Storage is disabled: nothing was stored.
    }
  }

  dispose(): void {
    this.letGo?.();
    this.letGo = undefined;
  }

  /** Holds the Web Lock that marks this tab as open. */
  private live(locks: LockManager): void {
    if (this.letGo) return;
    const ended = new Promise<void>((resolve) => (this.letGo = resolve));
    void locks.request(this.key, () => ended);
  }

  private notes(): [string, Note][] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(PREFIX) && key !== this.key)
        .map((key) => [key, noteIn(localStorage.getItem(key))]);
    } catch {
      return [];
    }
  }
}

/** A malformed record belongs to no user. */
function noteIn(text: string | null): Note {
  try {
    const { person, files } = JSON.parse(text ?? '') as Partial<Note>;
    if (typeof person === 'string' && Array.isArray(files)) {
      return { person, files: files.filter(({ name }) => typeof name === 'string') };
    }
  } catch {
    // Foreign or incomplete data.
  }
  return { person: '', files: [] };
}
