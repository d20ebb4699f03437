import { DOCUMENT_LIMITS, tags } from '@tomekeeper/contracts-document';

/** A file and the names of its parent folders, outermost first. */
export interface FoundFile {
  file: File;
  folders: readonly string[];
}

/** Result of a drop or of the file picker. */
export interface Found {
  files: FoundFile[];
  /** Number of folders, subfolders included. */
  folders: number;
  /** Number of skipped system files, such as `.DS_Store`. */
  hidden: number;
  /** Names of unreadable entries. */
  unreadable: string[];
  /** Whether the scan stopped at its limit. */
  isCutShort: boolean;
}

/** Bounds of a scan, because a drop can be a whole disk. */
interface ScanBounds {
  files: number;
  /** Files, folders and skipped entries. */
  entries: number;
}

const UPLOAD_BOUNDS: ScanBounds = { files: DOCUMENT_LIMITS.perCampaign, entries: 20_000 };

const HIDDEN = /^(\.|thumbs\.db$|desktop\.ini$|~\$)/i;

const nothing = (): Found => ({
  files: [],
  folders: 0,
  hidden: 0,
  unreadable: [],
  isCutShort: false,
});

/** Lists dropped files recursively. Call it synchronously in the event handler. */
export async function droppedFiles(
  transfer: DataTransfer,
  bounds: ScanBounds = UPLOAD_BOUNDS,
): Promise<Found> {
  // The browser clears the items after the event.
  const roots = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found = nothing();
  let looked = 0;

  async function look(
    entry: FileSystemEntry | File | null,
    folders: readonly string[],
  ): Promise<void> {
    if (!entry || found.isCutShort) return;
    looked += 1;
    if (found.files.length >= bounds.files || looked > bounds.entries) {
      found.isCutShort = true;
    } else if (folders.length > 0 && HIDDEN.test(entry.name)) {
      found.hidden += 1;
    } else if (entry instanceof File) {
      found.files.push({ file: entry, folders });
    } else {
      try {
        if (isFolder(entry)) {
          found.folders += 1;
          const path = [...folders, entry.name];
          for await (const inside of entriesOf(entry)) await look(inside, path);
        } else if (isFile(entry)) {
          const file = await new Promise<File>((ok, no) => entry.file(ok, no));
          found.files.push({ file, folders });
        }
      } catch {
        found.unreadable.push(entry.name);
      }
    }
  }

  for (const root of roots) await look(root, []);
  return found;
}

/** Files from the browser's picker for files or folders. */
export function chosenFiles(list: FileList | null, maxFiles: number = UPLOAD_BOUNDS.files): Found {
  const all = [...(list ?? [])];
  const found = nothing();
  const seen = new Set<string>();
  for (const file of all) {
    const folders = file.webkitRelativePath.split('/').slice(0, -1);
    if (folders.length > 0) seen.add(folders.join('/'));
    if (folders.length > 0 && HIDDEN.test(file.name)) found.hidden += 1;
    else found.files.push({ file, folders });
  }
  const files = found.files.slice(0, maxFiles);
  return {
    ...found,
    files,
    folders: seen.size,
    isCutShort: files.length < found.files.length,
  };
}

/** Messages about a drop: skipped, unreadable and truncated entries. */
export function remarksOn({ files, folders, hidden, unreadable, isCutShort }: Found): string[] {
  const remarks: string[] = [];
  if (isCutShort) {
    remarks.push(
      `More than ${DOCUMENT_LIMITS.perCampaign.toLocaleString()} files came at once: the first ${files.length.toLocaleString()} were added. Add the others later, or to another campaign.`,
    );
  }
  if (folders > 0 && files.length > 0) {
    remarks.push('Folders become tags of their files.');
  }
  if (files.length === 0 && unreadable.length === 0 && !isCutShort) {
    remarks.push('No files found. Nothing was uploaded.');
  }
  if (hidden > 0) {
    remarks.push(
      hidden === 1 ? '1 hidden file was left out.' : `${hidden} hidden files were left out.`,
    );
  }
  if (unreadable.length > 0) {
    const [first, ...others] = unreadable;
    remarks.push(
      `${first}${others.length > 0 ? ` and ${others.length} more` : ''} could not be read. Choose what is missing again.`,
    );
  }
  return remarks;
}

/** The folders of a file as a tag; undefined for files without folders and for names that are no valid tag. */
export function tagOf(folders: readonly string[]): string | undefined {
  const parts = folders.map((name) => name.trim()).filter((name) => name !== '');
  const tag = parts.slice(0, DOCUMENT_LIMITS.tagDepth).join('/');
  return tags.safeParse([tag]).data?.[0];
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** `readEntries` returns batches of up to 100 entries, and an empty batch at the end. */
async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((ok, no) => reader.readEntries(ok, no));
    if (some.length === 0) return;
    yield* some;
  }
}
