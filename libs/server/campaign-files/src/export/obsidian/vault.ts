import { itemLink, type ItemLink } from '../../item-link';
import { externalTarget, type BlockOptions, type WrittenPassage } from '../markdown';
import { ItemPaths } from '../names/item-paths';
import { writeFrontMatter } from '../notes/front-matter';
import { writeNote } from '../notes/note-markdown';
import { requirePath, type ExportedNote, type ExportSource } from '../source';
import type { ZipWriter } from '../zip/zip-writer';

const ATTACHMENTS = 'attachments';
/** The text of an embed, which hides the name of its target. */
const EMBED = /^Embedded (?:note|file)$/;

/** Writes an Obsidian vault: notes in folders by their first tag, and files as attachments. */
export async function writeVault(source: ExportSource, zip: ZipWriter): Promise<void> {
  const paths = new ItemPaths(source.index, {
    notes: '',
    files: ATTACHMENTS,
    hasFileFolders: false,
  });
  for await (const note of source.notes) {
    const path = requirePath(paths.pathOf(note.sourceId), note.sourceId);
    const text = writeNote(note, source.players, new VaultLinks(note, paths).options);
    await zip.addText(path, frontMatter(note) + text);
  }
  for await (const file of source.files) {
    const path = requirePath(paths.pathOf(file.sourceId), file.sourceId);
    await zip.add(path, file.body, file);
  }
}

const frontMatter = (note: ExportedNote): string =>
  writeFrontMatter({
    id: note.sourceId,
    title: note.title,
    public_title: note.publicTitle,
    audience: note.isPublic ? 'party' : 'gm',
    tags: note.tags.map(vaultTag),
    aliases: note.aliases.map(({ name }) => name),
    category: note.category,
    pinned: note.pinned || undefined,
  });

/** Obsidian's tags have letters, digits, hyphens and slashes, and not only digits. */
const vaultTag = (tag: string): string => {
  const name = tag.replaceAll(/[^\p{L}\p{M}\p{N}_/-]+/gu, '-');
  return /^[\d/]+$/.test(name) ? `${name}-` : name;
};

/** Links and embeds as Obsidian writes them. */
class VaultLinks {
  readonly options: Partial<BlockOptions> = {
    targetOf: (href) => {
      const link = itemLink(href);
      if (!link) return externalTarget(href);
      const name = this.nameOf(link);
      const address = this.paths.pathOf(link.id)?.replaceAll('%', '%25');
      return name === undefined || address === undefined ? undefined : { name, address };
    },
    replace: (passage) => this.embed(passage),
  };

  constructor(
    private readonly note: ExportedNote,
    private readonly paths: ItemPaths,
  ) {}

  /** With the heading, if the link leads to a heading of the same note that is not more secret than the note. */
  private nameOf({ id, passage }: ItemLink): string | undefined {
    const name = this.paths.linkNameOf(id);
    const target = id === this.note.sourceId ? this.note.passages[passage ?? -1] : undefined;
    const isOpen = target?.audience === undefined || target.audience === 'party';
    const heading = target?.kind === 'heading' && isOpen ? headingName(target.text) : '';
    return name === undefined || heading === '' ? name : `${name}#${heading}`;
  }

  /** An image, or a paragraph that embeds a note or file. */
  private embed({ kind, text, content, picture }: WrittenPassage): string | undefined {
    if (kind === 'image') {
      const name = picture === undefined ? undefined : this.paths.linkNameOf(picture);
      if (name === undefined) return undefined;
      const words = /[[\]|\n\\]|%%/.test(text) || text === '' ? '' : `|${text}`;
      return `![[${name}${words}]]`;
    }
    const [inline, ...others] = content.inlines ?? [];
    const link = others.length === 0 ? itemLink(inline?.href) : undefined;
    if (kind !== 'paragraph' || !link || !EMBED.test(text)) return undefined;
    const name = this.nameOf(link);
    return name === undefined ? undefined : `![[${name}]]`;
  }
}

/** Characters that end the name of a heading in a link become spaces, which Obsidian accepts. */
const headingName = (text: string): string =>
  text
    .replaceAll(/[[\]|#^\\\n]|%%/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
