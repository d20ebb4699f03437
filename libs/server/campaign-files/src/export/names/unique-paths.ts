import { fitName, foldedName, safeName, splitExtension } from './safe-name';

/** Assigns paths that differ on every file system. */
export class UniquePaths {
  private readonly taken = new Set<string>();
  /** The next number of each name that is in use. */
  private readonly counts = new Map<string, number>();

  /** Reserves folders, so that no file has the name of one. */
  reserveFolder(folder: string): void {
    const parts = folder.split('/').filter((part) => part !== '');
    for (const [at] of parts.entries())
      this.taken.add(foldedName(parts.slice(0, at + 1).join('/')));
  }

  /**
   * @param folder as returned by `safeFolder`
   * @param extension follows the name; without it, the name's own extension stays at its end
   */
  assign(folder: string, name: string, extension?: string): string {
    const parts = extension === undefined ? splitExtension(name) : { stem: name, extension };
    const stem = safeName(parts.stem);
    const prefix = folder === '' ? '' : `${folder}/`;
    const counted = foldedName(`${prefix}${stem}/${parts.extension}`);
    for (let count = this.counts.get(counted) ?? 1; ; count++) {
      const suffix = count === 1 ? '' : ` (${count})`;
      const path = `${prefix}${fitName(stem, `${suffix}${parts.extension}`)}`;
      const key = foldedName(path);
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      this.counts.set(counted, count + 1);
      return path;
    }
  }
}

/** The folder of a tag such as `npcs/barovia`, below a root. */
export const safeFolder = (root: string, tag = ''): string =>
  [root, ...tag.split('/').map((part) => part.trim())]
    .filter((part) => part !== '')
    .map((part) => fitName(safeName(part), ''))
    .join('/');
