import { itemLink } from '../../item-link';
import { GM_ONLY, passageRuns } from '../notes/note-markdown';
import type { ItemPaths } from '../names/item-paths';
import type { ExportedNote, ExportSource } from '../source';
import { folderOf } from './folders';
import { foundryId } from './foundry-id';
import { secretSection, writeHtml, type HtmlOptions } from './html/blocks';
import { escapeText } from './html/escape';
import type { LinkTarget } from './html/inlines';

/** Levels of ownership. */
const [INHERITED, NONE, OBSERVER] = [-1, 0, 2];
const HTML = 1;

export interface EntryContext {
  viewer: ExportSource['viewer'];
  players: ReadonlyMap<string, string>;
  paths: ItemPaths;
  noteIds: ReadonlySet<string>;
}

const entryId = (sourceId: string): string => foundryId('entry', sourceId);

/** A note as a journal entry with one page. */
export function journalEntry(note: ExportedNote, context: EntryContext): object {
  const { sourceId, title, publicTitle, isPublic, category } = note;
  // A GM exports tags that players do not see.
  const tags = isPublic && context.viewer === 'gm' ? [] : note.tags;
  const name = title.trim() || 'Untitled';
  // The browsers of players have the flags of public entries.
  const aliases = note.aliases.filter(({ audience }) => !isPublic || audience === 'readers');
  return {
    _id: entryId(sourceId),
    name,
    folder: folderOf(tags),
    ownership: { default: isPublic ? OBSERVER : NONE },
    pages: [
      {
        _id: foundryId('page', sourceId),
        ...{ name, type: 'text', title: { show: false, level: 1 }, sort: 0 },
        text: { format: HTML, content: pageContent(note, context) },
        ownership: { default: INHERITED },
      },
    ],
    flags: {
      tomekeeper: {
        ...{ id: sourceId, tags, category },
        aliases: aliases.map((alias) => alias.name),
        ...(!isPublic && { public_title: publicTitle }),
      },
    },
  };
}

function pageContent(note: ExportedNote, { players, paths, noteIds }: EntryContext): string {
  let secrets = 0;
  const nextSecretId = () => `secret-${foundryId('secret', note.sourceId, String(secrets++))}`;
  const options: Omit<HtmlOptions, 'isWithinSecret'> = {
    nextSecretId,
    targetOf: (href) => linkTarget(href, paths, noteIds),
    addressOf: (picture) => (picture === undefined ? undefined : addressOf(picture, paths)),
  };
  const html = passageRuns(note, players).map(({ title, passages }) => {
    const text = writeHtml(passages, { ...options, isWithinSecret: title !== undefined });
    if (title === undefined) return text;
    const names = title === GM_ONLY ? '' : `<p><em>${escapeText(title)}</em></p>`;
    return secretSection(nextSecretId(), names + text);
  });
  // Foundry and imports leave out pages without content.
  return html.join('') || '<p></p>';
}

function linkTarget(
  href: string,
  paths: ItemPaths,
  noteIds: ReadonlySet<string>,
): LinkTarget | undefined {
  const link = itemLink(href);
  // Foundry has no links by name.
  if (!link) return /^(?:https?|mailto):/i.test(href) ? { address: href } : undefined;
  if (noteIds.has(link.id)) return { entry: entryId(link.id) };
  const address = addressOf(link.id, paths);
  return address === undefined ? undefined : { address };
}

const addressOf = (id: string, paths: ItemPaths): string | undefined =>
  paths.pathOf(id)?.split('/').map(encodeURIComponent).join('/');
