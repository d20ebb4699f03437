/** A file whose upload had not ended when its page did. */
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
/** Names that a note holds; nobody reads more. */
const MAX_FILES = 500;

/**
 * What this tab is uploading, noted where it outlives a reload, a crash and a killed browser. A page can't keep the files
 * themselves: the note is for telling which ones to choose again. Which notes belong to tabs that still live is known by
 * locks; a browser without them (pages that came over plain HTTP have none) keeps no notes.
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
      // Storage is closed or full: a reload can't say what was not finished.
    }
  }

  /** The files that this person's ended pages have left unfinished; asked again, there are none. */
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

  /** The names of one person's files are no business of the next. */
  forgetOthers(person: string): void {
    for (const [key, note] of this.notes()) {
      if (note.person !== person) localStorage.removeItem(key);
    }
  }

  /** Nobody is signed in: what this tab does is noted again when they are back. */
  forgetAll(): void {
    try {
      for (const key of Object.keys(localStorage))
        if (key.startsWith(PREFIX)) localStorage.removeItem(key);
    } catch {
      // Storage is closed: nothing was noted.
    }
  }

  dispose(): void {
    this.letGo?.();
    this.letGo = undefined;
  }

  /** Holds the lock that says that this tab lives, for as long as it does. */
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

/** A malformed note belongs to no person. */
function noteIn(text: string | null): Note {
  try {
    const { person, files } = JSON.parse(text ?? '') as Partial<Note>;
    if (typeof person === 'string' && Array.isArray(files)) {
      return { person, files: files.filter(({ name }) => typeof name === 'string') };
    }
  } catch {
    // Somebody else's, or half written.
  }
  return { person: '', files: [] };
}
