import type { Inline } from '@tomekeeper/contracts-document';
import { nameHref, nameLink, type NameLink } from '@tomekeeper/contracts-document/name-link';
import { SECRET } from '@tomekeeper/markdown';
import { itemHref } from '../../item-link';
import { baseName } from '../container/entry-path';
import { EMBEDDED_FILE, EMBEDDED_NOTE, LINKED_PAGE } from './embeds';
import { flatMapContent } from './inlines';
import type { DraftPassage } from './lay-out';
import { isIdName, passageAt, type SourceIndex, type SourceItem } from './source-index';

const MAX_UNRESOLVED = 100;
const MAX_NAME = 255;

export interface ResolvedPassages {
  passages: DraftPassage[];
  /** At most 100 names. */
  unresolved: string[];
}

/** Replaces addresses in the source by source ids. */
export class LinkResolver {
  private readonly unresolved = new Set<string>();

  constructor(
    private readonly index: SourceIndex,
    private readonly note: Required<SourceItem>,
  ) {}

  resolve(drafts: readonly DraftPassage[], further: Iterable<string> = []): ResolvedPassages {
    const passages = drafts.map((draft) => this.passage(draft));
    for (const name of further) this.miss(name);
    return { passages, unresolved: [...this.unresolved] };
  }

  private passage({ picture, content: draft, ...place }: DraftPassage): DraftPassage {
    const { anchors: _anchors, ...rest } = draft;
    const content = flatMapContent(rest, (inline) => [this.inline(inline)]);
    if (picture === undefined) return { ...place, content };
    const link = nameLink(picture);
    const file = link && this.index.find(link, this.note.file);
    if (file && !file.note) return { ...place, content, picture: file.sourceId };
    return this.missingPicture(picture, place.text, content.label === SECRET);
  }

  private missingPicture(picture: string, alt: string, isSecret: boolean): DraftPassage {
    const text = alt || EMBEDDED_FILE;
    const inlines = [this.inline({ text, href: picture })];
    const place = { depth: 0, text };
    if (!isSecret) return { ...place, kind: 'paragraph', content: { inlines } };
    const blocks = [{ kind: 'paragraph' as const, depth: 0, inlines }];
    return { ...place, kind: 'callout', content: { label: SECRET, blocks } };
  }

  private inline({ href, ...inline }: Inline): Inline {
    const resolved = href === undefined ? undefined : this.href(href, inline.text);
    return { ...inline, ...(resolved !== undefined && { href: resolved }) };
  }

  private href(href: string, text: string): string | undefined {
    if (href.startsWith('#')) {
      const passage = passageAt(this.note.note.passages, decoded(href.slice(1)));
      return passage === undefined ? undefined : itemHref({ id: this.note.sourceId, passage });
    }
    const link = nameLink(href);
    if (!link) return href;
    const item = this.index.find(link, this.note.file);
    if (!item) return this.missing(link, text);
    const passage = link.heading && item.note && passageAt(item.note.passages, link.heading);
    return itemHref({ id: item.sourceId, ...(typeof passage === 'number' && { passage }) });
  }

  private missing(link: NameLink, text: string): string | undefined {
    const name = nameOf(link, text);
    this.miss(name ?? link.name);
    return name === undefined ? undefined : nameHref({ ...link, name });
  }

  private miss(name: string): void {
    if (this.unresolved.size < MAX_UNRESOLVED)
      this.unresolved.add(name.slice(0, MAX_NAME).toWellFormed());
  }
}

/** The name of a note that is not in the source: words of a link by id, and the last part of a relative path. */
function nameOf({ name }: NameLink, text: string): string | undefined {
  if (isIdName(name)) return CONSTANTS.includes(text) ? undefined : text;
  return name.startsWith('.') ? baseName(name) : name;
}

const CONSTANTS: readonly string[] = [EMBEDDED_FILE, EMBEDDED_NOTE, LINKED_PAGE];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
