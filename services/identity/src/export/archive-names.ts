import { withoutUnprintable } from '@tomekeeper/contracts-values';

/** Characters that some file system rejects, and trailing dots and spaces, which Windows strips. */
const REFUSED = /[/\\<>:"|?*]/g;
const LOST_AT_THE_END = /[. ]+$/;
const MAX_PART_LENGTH = 120;

/** Assigns unique, portable paths to the files of an archive. */
export class ArchiveNames {
  private readonly taken = new Set<string>();

  /** @returns `folder/name`, numbered if the path exists */
  pathFor(folder: string, name: string): string {
    const safeFolder = safePart(folder, 'campaign');
    const safeName = safePart(name, 'document');
    for (let copy = 1; ; copy++) {
      const path = `${safeFolder}/${copy === 1 ? safeName : numbered(safeName, copy)}`;
      // Many file systems are case-insensitive.
      const key = path.toLowerCase();
      if (this.taken.has(key)) continue;
      this.taken.add(key);
      return path;
    }
  }
}

function safePart(text: string, fallback: string): string {
  const flat = withoutUnprintable(text).replace(REFUSED, '-').trim();
  const { base, ending } = split(flat.normalize('NFC'));
  const part = `${[...base].slice(0, MAX_PART_LENGTH).join('')}${ending}`.replace(
    LOST_AT_THE_END,
    '',
  );
  return part || fallback;
}

function numbered(name: string, copy: number): string {
  const { base, ending } = split(name);
  return `${base} (${copy})${ending}`;
}

function split(name: string): { base: string; ending: string } {
  const ending = /(?<=.)\.[^. ]{1,12}$/u.exec(name)?.[0] ?? '';
  return { base: name.slice(0, name.length - ending.length), ending };
}
