import type { NameLink } from '@tomekeeper/contracts-document/name-link';
import { baseName, foldersOf, foldPath } from '../container/entry-path';
import type { DraftPassage } from './lay-out';

/** An item that links lead to. */
export interface SourceItem {
  sourceId: string;
  /** Path of its file in the source; several items may be in one file. */
  file: string;
  /** Absent for files that are not notes. */
  note?: NoteNames;
}

export interface NoteNames {
  title: string;
  aliases: readonly string[];
  /** Identifiers in the source other than its path. */
  ids: readonly string[];
  /** Index of the passage by heading or block id. */
  passages: ReadonlyMap<string, number>;
}

interface NamedItem {
  path: string;
  item: SourceItem;
}

/** Files of one name among which links choose; further ones are found by path only. */
const MAX_SAME_NAME = 100;
const TEXT_EXTENSION = /(?<=.)\.(?:md|markdown|txt|html?)$/;

const ID_PREFIX = 'uuid:';

/** A link by an identifier of the source. */
export const idName = (id: string): string => `${ID_PREFIX}${id}`;
export const isIdName = (name: string): boolean => name.startsWith(ID_PREFIX);

/** Names of all items of an import. */
export class SourceIndex {
  private readonly byPath = new Map<string, SourceItem>();
  private readonly byBaseName = new Map<string, NamedItem[]>();
  private readonly byId = new Map<string, SourceItem>();
  private readonly byAlias = new Map<string, SourceItem>();
  private readonly byTitle = new Map<string, SourceItem>();

  /** Registers the path of a file before its content is known. */
  addFile(item: SourceItem): void {
    const path = foldPath(item.file);
    for (const each of new Set([path, path.replace(TEXT_EXTENSION, '')])) {
      if (!this.byPath.has(each)) this.byPath.set(each, item);
      const named = this.byBaseName.get(baseName(each));
      if (!named) this.byBaseName.set(baseName(each), [{ path: each, item }]);
      else if (named.length < MAX_SAME_NAME) named.push({ path: each, item });
    }
  }

  /** Registers the names in a note. */
  addNote(item: SourceItem & { note: NoteNames }): void {
    const { title, aliases, ids } = item.note;
    const register = (names: Map<string, SourceItem>, name: string) => {
      if (!names.has(foldPath(name))) names.set(foldPath(name), item);
    };
    register(this.byTitle, title);
    for (const alias of aliases) register(this.byAlias, alias);
    for (const id of ids) this.addId(id, item);
  }

  addId(id: string, item: SourceItem): void {
    if (!this.byId.has(id)) this.byId.set(id, item);
  }

  /**
   * The target of a link as Obsidian finds it: by path from the root, by path from the folder of the note, by the shortest path with
   * this name, by alias, by title. Paths that begin with a dot are tried from the folder first.
   */
  find(link: NameLink, from: string): SourceItem | undefined {
    const name = foldPath(link.name);
    if (isIdName(link.name)) {
      const id = link.name.slice(ID_PREFIX.length);
      return this.byId.get(id) ?? this.byTitle.get(foldPath(id));
    }
    const path = joinedPath(from, name);
    if (name.startsWith('.')) {
      return (
        this.byPath.get(path) ??
        this.byPath.get(name.replace(/^(?:\.{1,2}\/)+/, '')) ??
        this.byName(name, from)
      );
    }
    return (
      this.byPath.get(name) ??
      this.byPath.get(path) ??
      this.byName(name, from) ??
      this.byAlias.get(name) ??
      this.byTitle.get(name)
    );
  }

  /** The file with the most folders of the link, in the fewest folders, near the note. */
  private byName(name: string, from: string): SourceItem | undefined {
    const wanted = name.split('/').reverse();
    const folder = foldersOf(foldPath(from)).join('/');
    const rank = ({ path }: NamedItem): number[] => {
      const parts = path.split('/').reverse();
      const equal = wanted.findIndex((part, at) => part !== parts[at]);
      return [
        equal < 0 ? -wanted.length : -equal,
        parts.length,
        path.startsWith(`${folder}/`) ? 0 : 1,
      ];
    };
    let best: { item: SourceItem; ranks: number[] } | undefined;
    for (const named of this.byBaseName.get(wanted[0]!) ?? []) {
      const ranks = rank(named);
      if (!best || isLess(ranks, best.ranks)) best = { item: named.item, ranks };
    }
    return best?.item;
  }
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && one[at]! < other[at]!;
}

/** @param path folded, relative to the folder of the file `from` */
function joinedPath(from: string, path: string): string {
  const parts = foldersOf(foldPath(from));
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
}

/** Equal for a heading and the names that links give it: `Old mill`, `old-mill`. */
export const headingKey = (heading: string): string =>
  heading.startsWith('^')
    ? heading
    : `h:${heading
        .normalize('NFC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}]/gu, '')}`;

/** Index of the passage by heading or anchor; the first one of a name counts. */
export function passageTargets(passages: readonly DraftPassage[]): Map<string, number> {
  const targets = new Map<string, number>();
  const add = (key: string, index: number) => {
    if (!targets.has(key)) targets.set(key, index);
  };
  for (const [index, { kind, text, content }] of passages.entries()) {
    for (const anchor of content.anchors ?? [])
      add(anchor.startsWith('^') ? anchor : `#${anchor}`, index);
    if (kind === 'heading') add(headingKey(text), index);
  }
  return targets;
}

export const passageAt = (targets: ReadonlyMap<string, number>, part: string): number | undefined =>
  targets.get(`#${part}`) ?? targets.get(headingKey(part));
