import { DOCUMENT_LIMITS, tag } from '@tomekeeper/contracts-document';

/** Makes a tag of folder names, outermost first. */
const folderTag = (folders: readonly string[]): string[] =>
  validTags([folders.map((folder) => folder.replaceAll('/', ' ')).join('/')]);

/** The tag of its folders, then its own tags. The folder tag is absent if the own tags include it. */
export function itemTags(
  folders: readonly string[],
  own: readonly string[] = [],
): { tags: string[]; folderTag?: string } {
  const tags = validTags([...folderTag(folders), ...own]);
  const [ofFolders] = folderTag(folders);
  const isOwn = validTags(own).some((each) => each.toLowerCase() === ofFolders?.toLowerCase());
  return { tags, ...(ofFolders !== undefined && !isOwn && { folderTag: ofFolders }) };
}

/** As many folders of a tag, outermost first, as the limits of tags allow. */
function shortened(tag: string): string {
  const parts = tag
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .slice(0, DOCUMENT_LIMITS.tagDepth);
  while (parts.join('/').length > DOCUMENT_LIMITS.tagLength) parts.pop();
  return parts.join('/');
}

/** Tags within the limits of documents, without duplicates and invalid ones. */
function validTags(tags: readonly string[]): string[] {
  const valid = new Map<string, string>();
  for (const each of tags) {
    const { data } = tag.safeParse(shortened(each.replace(/^#+/, '')));
    if (data !== undefined && !valid.has(data.toLowerCase())) valid.set(data.toLowerCase(), data);
  }
  return [...valid.values()].slice(0, DOCUMENT_LIMITS.tags);
}
