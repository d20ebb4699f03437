import type { Inline } from '@tomekeeper/contracts-document';
import { nameHref, titleOfNameLink } from '@tomekeeper/contracts-document/name-link';
import type { Embed as MarkdownEmbed } from '@tomekeeper/markdown';
import { safeHref, type ExtractionResources } from '@tomekeeper/text-extraction';
import { embedInline, isPicture, type Embed } from './embeds';

export interface LinkOptions {
  /** Maps an address before it becomes a link. */
  mapAddress?: (address: string) => string;
  /** Whether paths begin at the root of the source. */
  isFromRoot?: boolean;
  /** Finds further links in text. */
  mapText?: (inline: Inline) => Inline[];
}

const SCHEME = /^(?:[a-z][a-z\d+.-]*:|\/\/|\\|www\.)/i;
const ADDRESS = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s;
/** The size of a picture: `300`, `300x200`. */
const SIZE = /^(\d{1,5})(?:x(\d{1,5}))?$/;

/** Links of one text as links by name: with `./` or `../` before the path if they are relative to the folder of the text. */
export class SourceLinks implements ExtractionResources {
  /** By the number in their inlines and image passages. */
  readonly embeds: Embed[] = [];

  constructor(private readonly options: LinkOptions) {}

  readonly hrefOf = (address: string): string | undefined => {
    const mapped = this.options.mapAddress?.(address.trim()) ?? address.trim();
    return (
      this.fileHref(mapped) ??
      (SCHEME.test(mapped) || mapped.startsWith('#') ? safeHref(mapped) : undefined)
    );
  };

  readonly imageOf = (address: string): number | undefined => {
    const href = this.fileHref(address.trim());
    return href === undefined ? undefined : this.add({ kind: 'picture', href, alt: '' });
  };

  readonly embedOf = ({ target, words, isWikiLink }: MarkdownEmbed): Inline => {
    const href = isWikiLink ? wikiHref(target) : this.fileHref(target);
    const { alt, ...size } = altOf(words);
    if (href === undefined) {
      const external = isWikiLink ? undefined : this.hrefOf(target);
      return { text: alt || (external ? 'Picture' : ''), ...(external && { href: external }) };
    }
    const [path = ''] = (isWikiLink ? target : decoded(target)).split(/[#?]/);
    const isNote = path === '' || titleOfNameLink({ name: path }) !== undefined;
    const kind = isPicture(path) ? 'picture' : isNote ? 'note' : 'file';
    return embedInline(this.add({ kind, href, alt, ...size }));
  };

  private add(embed: Embed): number {
    return this.embeds.push(embed) - 1;
  }

  /** @returns undefined for addresses outside of the source */
  private fileHref(address: string): string | undefined {
    if (SCHEME.test(address)) return undefined;
    const [, given = '', heading = ''] = ADDRESS.exec(address) ?? [];
    const path = decoded(given).replaceAll('\\', '/');
    if (/^[./]*$/.test(path)) return undefined;
    const isRelative = !this.options.isFromRoot && !/^\.{0,2}\//.test(path);
    const name = isRelative ? `./${path}` : path.replace(/^\/+/, '');
    return nameHref({ name, ...(heading && { heading: decoded(heading) }) });
  }
}

function wikiHref(target: string): string | undefined {
  const [name = '', ...parts] = target.split('#');
  const heading = parts.at(-1);
  if (name.trim() !== '') return nameHref({ name, heading });
  return heading ? `#${heading}` : undefined;
}

/** The words of a picture without its size. */
function altOf(words: string): Pick<Embed, 'alt' | 'width' | 'height'> {
  const parts = words.split('|').map((part) => part.trim());
  const found = SIZE.exec(parts.at(-1) ?? '');
  if (!found) return { alt: parts.join(' ').trim() };
  const [width, height] = [Number(found[1]), Number(found[2])];
  return {
    alt: parts.slice(0, -1).join(' ').trim(),
    ...(width > 0 && height > 0 && { width, height }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
