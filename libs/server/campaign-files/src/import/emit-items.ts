import { createHash } from 'node:crypto';
import type { TransferFile, TransferNote } from '../model';
import type { ImportEvent } from '.';
import type { ContainerEntry } from './container/container';
import { baseName, foldersOf } from './container/entry-path';
import { contentTypeOf } from './files/content-type';
import { LinkResolver } from './links/resolve';
import type { ItemScan, NoteItem } from './scan-items';
import type { NoteReader, SourceNote } from './source-note';
import { itemTags } from './tags';

/** Reads the items of an entry again, with their links resolved. */
export async function* itemsOf(
  entry: ContainerEntry,
  scan: ItemScan,
  reader: NoteReader,
): AsyncGenerator<ImportEvent> {
  const file = fileOf(entry, scan, reader);
  if (file) yield { file };
  const items = [...(scan.notes.get(entry) ?? [])];
  if (items.length === 0) return;
  for await (const event of reader.notesOf(entry)) {
    const item = 'note' in event ? items.shift() : undefined;
    if ('note' in event && item) yield { note: noteOf(event.note, item, scan) };
  }
}

function noteOf(source: SourceNote, item: NoteItem, { index }: ItemScan): TransferNote {
  const { path, title, aliases, tags, folderTag, isPublic, category } = source;
  const properties = JSON.stringify([title, aliases, tags, isPublic, category ?? null]);
  const resolver = new LinkResolver(index, item);
  return {
    sourceId: item.sourceId,
    path,
    hash: createHash('sha256').update(properties).update(source.source).digest('hex'),
    ...{ title, tags, isPublic, ...(category && { category }), ...(folderTag && { folderTag }) },
    aliases: aliases.map((name) => ({ name, audience: 'gm' })),
    ...resolver.resolve(source.passages, source.unresolved),
  };
}

function fileOf(
  entry: ContainerEntry,
  scan: ItemScan,
  reader: NoteReader,
): TransferFile | undefined {
  const scanned = scan.files.get(entry);
  if (!scanned) return undefined;
  const { path } = entry;
  return {
    ...scanned,
    path,
    ...itemTags((reader.foldersOf ?? foldersOf)(path)),
    isPublic: scan.publicFiles.has(scanned.sourceId),
    name: baseName(path),
    contentType: contentTypeOf(path),
    isEmbedded: scan.embedded.has(scanned.sourceId),
    body: entry.read(),
  };
}
