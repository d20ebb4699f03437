import { posix } from 'node:path';
import type { ExportedItem } from '../source';
import { foldedName, splitExtension } from './safe-name';
import { safeFolder, UniquePaths } from './unique-paths';

interface Roots {
  notes: string;
  files: string;
  /** Whether files have a folder by their first tag. */
  hasFileFolders: boolean;
}

/** Paths of all items in an export. Among equal names, the first item keeps its name. */
export class ItemPaths {
  private readonly paths = new Map<string, string>();
  private readonly titles = new Map<string, string>();
  private readonly countByName = new Map<string, number>();

  constructor(items: readonly ExportedItem[], roots: Roots) {
    const unique = new UniquePaths();
    const folderOf = ({ kind, tags: [tag] }: ExportedItem) =>
      kind === 'note'
        ? safeFolder(roots.notes, tag)
        : safeFolder(roots.files, roots.hasFileFolders ? tag : '');
    for (const item of items) unique.reserveFolder(folderOf(item));
    for (const item of items) {
      const path = unique.assign(
        folderOf(item),
        item.title,
        item.kind === 'note' ? '.md' : undefined,
      );
      this.paths.set(item.id, path);
      this.titles.set(item.id, item.title);
      const name = foldedName(linkName(path));
      this.countByName.set(name, (this.countByName.get(name) ?? 0) + 1);
    }
  }

  pathOf(id: string): string | undefined {
    return this.paths.get(id);
  }

  titleOf(id: string): string | undefined {
    return this.titles.get(id);
  }

  /** The shortest name by which Obsidian finds an item: its file name, with folders if another item has the same one. */
  linkNameOf(id: string): string | undefined {
    const path = this.paths.get(id);
    if (path === undefined) return undefined;
    const name = linkName(path);
    return this.countByName.get(foldedName(name)) === 1 ? name : withoutMarkdown(path);
  }

  /** The address of an item in a file of the export. */
  relativePath(fromPath: string, id: string): string | undefined {
    const path = this.paths.get(id);
    return path === undefined
      ? undefined
      : posix.relative(posix.dirname(fromPath), path).replaceAll('%', '%25');
  }
}

const withoutMarkdown = (path: string): string => {
  const { stem, extension } = splitExtension(path);
  return extension === '.md' ? stem : path;
};

const linkName = (path: string): string => withoutMarkdown(posix.basename(path));
