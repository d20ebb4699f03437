import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';

/** What somebody dropped or chose. */
export interface Found {
  files: File[];
  /** Folders, and those in them. */
  folders: number;
  /** Files that systems leave in folders for themselves. */
  hidden: number;
  /** Names of what could not be read. */
  unreadable: string[];
  /** There is more than any campaign takes; the rest was not even looked at. */
  isCutShort: boolean;
}

/** A drop may be a whole disk. */
const MAX_LOOKED_AT = 20_000;

const HIDDEN = /^(\.|thumbs\.db$|desktop\.ini$|~\$)/i;

const nothing = (): Found => ({
  files: [],
  folders: 0,
  hidden: 0,
  unreadable: [],
  isCutShort: false,
});

/** Whether files are being dragged, and not text or a link. */
export const bringsFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') ?? false;

/** Everything that was dropped, with what lies in folders. To be called while the event lasts. */
export async function droppedFiles(transfer: DataTransfer): Promise<Found> {
  // The browser forgets the items when the event has gone by.
  const roots = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile());
  const found = nothing();
  let looked = 0;

  async function look(entry: FileSystemEntry | File | null, isInside: boolean): Promise<void> {
    if (!entry || found.isCutShort) return;
    looked += 1;
    if (found.files.length >= DOCUMENT_LIMITS.perCampaign || looked > MAX_LOOKED_AT) {
      found.isCutShort = true;
    } else if (isInside && HIDDEN.test(entry.name)) {
      found.hidden += 1;
    } else if (entry instanceof File) {
      found.files.push(entry);
    } else {
      try {
        if (isFolder(entry)) {
          found.folders += 1;
          for await (const inside of entriesOf(entry)) await look(inside, true);
        } else if (isFile(entry)) {
          found.files.push(await new Promise<File>((ok, no) => entry.file(ok, no)));
        }
      } catch {
        found.unreadable.push(entry.name);
      }
    }
  }

  for (const root of roots) await look(root, false);
  return found;
}

/** What was chosen with the browser's own chooser, of files or of a folder. */
export function chosenFiles(list: FileList | null): Found {
  const all = [...(list ?? [])];
  const found = nothing();
  const folders = new Set<string>();
  for (const file of all) {
    const folder = file.webkitRelativePath.split('/').slice(0, -1).join('/');
    if (folder) folders.add(folder);
    if (folder && HIDDEN.test(file.name)) found.hidden += 1;
    else found.files.push(file);
  }
  const files = found.files.slice(0, DOCUMENT_LIMITS.perCampaign);
  return {
    ...found,
    files,
    folders: folders.size,
    isCutShort: files.length < found.files.length,
  };
}

/** What the person should know of a drop besides its files. */
export function remarksOn({ files, folders, hidden, unreadable, isCutShort }: Found): string[] {
  const remarks: string[] = [];
  if (isCutShort) {
    remarks.push(
      `More than ${DOCUMENT_LIMITS.perCampaign.toLocaleString()} files came at once: the first ${files.length.toLocaleString()} were taken. Bring the others later, or into another campaign.`,
    );
  }
  if (folders > 0 && files.length > 0) {
    remarks.push('Folders are not kept: their files stand side by side in the list.');
  }
  if (files.length === 0 && unreadable.length === 0 && !isCutShort) {
    remarks.push('There was no file in it. Nothing is uploaded.');
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

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** A reader gives a hundred at a time, and none when there are no more. */
async function* entriesOf(folder: FileSystemDirectoryEntry): AsyncGenerator<FileSystemEntry> {
  const reader = folder.createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((ok, no) => reader.readEntries(ok, no));
    if (some.length === 0) return;
    yield* some;
  }
}
