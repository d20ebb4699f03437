import { DOCUMENT_LIMITS, tag } from '@tomekeeper/contracts-document';

/** Makes a tag of folder names, outermost first: as many as the limits of tags allow. */
export function folderTag(folders: readonly string[]): string[] {
  const parts = folders
    .map((folder) => folder.replaceAll('/', ' ').trim())
    .filter((folder) => folder !== '')
    .slice(0, DOCUMENT_LIMITS.tagDepth);
  while (parts.join('/').length > DOCUMENT_LIMITS.tagLength) parts.pop();
  return validTags([parts.join('/')]);
}

/** The valid ones among these tags, without duplicates. */
export function validTags(tags: readonly string[]): string[] {
  const valid = new Map<string, string>();
  for (const each of tags) {
    const { data } = tag.safeParse(each.replace(/^#+/, ''));
    if (data !== undefined && !valid.has(data.toLowerCase())) valid.set(data.toLowerCase(), data);
  }
  return [...valid.values()].slice(0, DOCUMENT_LIMITS.tags);
}
