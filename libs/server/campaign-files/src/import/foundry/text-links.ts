import type { Inline } from '@tomekeeper/contracts-document';
import { nameHref, nameLink } from '@tomekeeper/contracts-document/name-link';
import { unescapeCommands } from '../../foundry-format/commands';
import { EMBEDDED_NOTE, LINKED_PAGE } from '../links/embeds';
import { idName } from '../links/source-index';

// Links in the text of a page: `@UUID[JournalEntry.x.JournalEntryPage.y]{words}`, `@JournalEntry[x]{words}`, `[[/r 1d6]]{words}`.

const DOCUMENT =
  /@(UUID|Embed|JournalEntry|JournalEntryPage|Compendium|Actor|Item|Scene|RollTable|Macro|Playlist|Cards)\[([^\]\n]{1,300})\](?:\{([^}\n]{0,300})\})?/g;
const ROLL =
  /\[\[(?:\/[a-z]+\s+)?([^[\]\n]{1,300}(?:\[[^[\]\n]{0,100}\][^[\]\n]{0,100}){0,10})\]\](?:\{([^}\n]{1,300})\})?/gi;

const ID = /^[A-Za-z0-9_-]{1,64}$/;

export class FoundryLinks {
  /** Words of links to actors and other documents that are no journals. */
  readonly unresolved = new Set<string>();

  /** @param entryId of the entry around the page, for links to other pages of the entry */
  constructor(private readonly entryId: string) {}

  readonly mapText = (inline: Inline): Inline[] =>
    this.parts(inline).map((part) => ({ ...part, text: unescapeCommands(part.text) }));

  private parts(inline: Inline): Inline[] {
    const link = nameLink(inline.href);
    // Foundry has no links by name: double brackets contain an inline roll.
    const isRoll = link !== undefined && !link.name.includes('/') && inline.code === undefined;
    const { href, ...plain } = inline;
    if (link && (isRoll || link.name.startsWith('/')))
      return [{ ...plain, text: inline.text.replace(/^\/[a-z]+\s+/i, '') }];
    if (inline.code || href !== undefined) return [inline];
    return this.split(inline);
  }

  private split(inline: Inline): Inline[] {
    const text = inline.text.replace(
      ROLL,
      (_, formula: string, words?: string) => words ?? formula,
    );
    const parts: Inline[] = [];
    let end = 0;
    for (const match of text.matchAll(DOCUMENT)) {
      const [whole, kind = '', target = '', words] = match;
      parts.push({ ...inline, text: text.slice(end, match.index) });
      parts.push({ ...inline, ...this.link(kind, target, words?.trim() || undefined) });
      end = match.index + whole.length;
    }
    return [...parts, { ...inline, text: text.slice(end) }].filter((part) => part.text !== '');
  }

  private link(
    kind: string,
    target: string,
    words: string | undefined,
  ): Pick<Inline, 'text' | 'href'> {
    const [uuid = '', heading] = target.split(/\s/)[0]!.split('#');
    const name = this.nameOf(kind, uuid, target);
    if (name === undefined) {
      const text =
        words ?? (/^(?:UUID|Embed)$/.test(kind) ? uuid.split('.').at(-2) : undefined) ?? kind;
      this.unresolved.add(words ?? target);
      return { text };
    }
    // The title of the page may be a spoiler.
    const fallback = kind === 'Embed' ? EMBEDDED_NOTE : LINKED_PAGE;
    const isNamed = kind === 'JournalEntry' && !ID.test(target);
    const href = nameHref({ name, heading });
    return { text: words ?? (isNamed ? target : fallback), ...(href && { href }) };
  }

  /** @returns the name of a journal or page, undefined for other documents */
  private nameOf(kind: string, uuid: string, target: string): string | undefined {
    const parts = uuid.split('.');
    if (kind === 'JournalEntry') return ID.test(target) ? idName(target) : target;
    if (kind === 'JournalEntryPage') return idName(`${this.entryId}.${target}`);
    if (kind === 'UUID' || kind === 'Embed') {
      const page = parts.indexOf('JournalEntryPage');
      const entry = parts.indexOf('JournalEntry');
      if (uuid.startsWith('.')) return idName(`${this.entryId}.${parts.at(-1)}`);
      if (entry < 0) return undefined;
      return idName(page < 0 ? parts[entry + 1]! : `${parts[entry + 1]}.${parts[page + 1]}`);
    }
    return undefined;
  }
}
