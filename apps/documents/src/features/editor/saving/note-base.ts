import type { Node } from 'prosemirror-model';
import { NOTE_LIMITS, type SavePassagesRequest } from '@tomekeeper/contracts-document';
import type { Audience } from '@tomekeeper/visibility';
import type { Editing, EditedPassage, PassagePosition } from './notes-api';
import { isBlank, nodeOf, sourcesOf, wordsOf, writtenOf } from '../schema/passages-of-doc';
import { schema } from '../schema/schema';
import { UNKNOWN_SOURCE } from '../schema/secret-box';

export interface KnownPassage {
  /** Undefined if the response to its first save was lost; the next save sends it as new. */
  version: number | undefined;
  /** Serialized content, see {@link wordsOf}. */
  words: string;
}

/** State of a passage before a save from this tab narrowed or deleted it. Undo restores its text and audience. */
export interface UndoPoint {
  version: number;
  words: string;
  place: PassagePosition;
}

/** Base version: the server's state of a note as known to this tab. Pending changes are the difference to it. */
export class NoteBase {
  title: string;
  version: number;
  order: string[];
  readonly passages = new Map<string, KnownPassage>();
  /** Last known audiences, by passage id. */
  audiences = new Map<string, PassagePosition>();
  /** Audiences of earlier passages, by id: undo can bring their words back. */
  readonly pastAudiences = new Map<string, PassagePosition>();
  /** By passage id: the audience shown to the writer of unsaved words, if the audience has grown since. */
  readonly writtenFor = new Map<string, Audience>();

  readonly undoPoints = new Map<string, UndoPoint>();
  /** Passages whose audience an undo widened. Their ids may still mark hidden words. */
  readonly widened = new Set<string>();

  constructor(now: Editing) {
    this.title = now.title;
    this.version = now.version;
    this.order = [];
    this.placed(now);
    for (const one of now.passages) this.put(one);
  }

  placed({ passages, places = passages }: Editing): void {
    for (const [id, place] of this.audiences) this.pastAudiences.set(id, place);
    this.order = places.map(({ id }) => id);
    this.audiences = new Map(places.map((one) => [one.id, one]));
  }

  put(passage: EditedPassage): void {
    this.passages.set(passage.id, { version: passage.version, words: wordsOf(nodeOf(passage)) });
  }

  /** The undo point whose text the passage has again. */
  undoPointOf(node: Node): UndoPoint | undefined {
    const id = String(node.attrs['id']);
    const point = this.undoPoints.get(id);
    const isBack = point?.words === wordsOf(node) && this.passages.get(id)?.words !== point.words;
    return isBack ? point : undefined;
  }

  drop(id: string): void {
    this.passages.delete(id);
    this.order = this.order.filter((one) => one !== id);
  }
}

/** Limit of one save; the server rejects request bodies over 256 KiB. */
const MAX_BYTES = 200 * 1024;
/** Maximum sources of one passage; with more, it is GM only. */
const MAX_SOURCES = 20;

export type Change = SavePassagesRequest['changes'][number];

/** Unsaved changes. */
export interface Pending {
  changes: Change[];
  removed: SavePassagesRequest['removed'];
  title?: string;
}

export const isEmpty = ({ changes, removed, title }: Pending): boolean =>
  changes.length === 0 && removed.length === 0 && title === undefined;

/**
 * Collects unsaved changes: new and changed passages in reading order, and deleted ones. The server already knows the sources of
 * the nodes in `taken`. `seenBy` returns the audience that the editor showed to the writer.
 */
export function pendingOf(
  doc: Node,
  title: string,
  base: NoteBase,
  taken: ReadonlyMap<string, Node> = new Map(),
  seenBy?: (node: Node) => Audience,
): Pending {
  const order: string[] = [];
  const written: Node[] = [];
  const empty = new Map<string, Node>();
  doc.forEach((node) => {
    const id = String(node.attrs['id']);
    if (isBlank(node) && !base.passages.has(id)) return void empty.set(id, node);
    order.push(id);
    written.push(node);
  });
  const moved = movedIn(order, base.order);
  const changes: Change[] = [];
  written.forEach((node, at) => {
    const id = order[at]!;
    const known = base.passages.get(id);
    const point = base.undoPointOf(node);
    const from = taken.get(id) === node || point ? [] : boundedSources(sentSources(node, empty));
    const isMoved = known === undefined || moved.has(id);
    if (known && known.words === wordsOf(node) && !isMoved && from.length === 0) return;
    changes.push({
      id,
      ...writtenOf(node),
      // Without `from`, a new passage would inherit the audience of the previous one; the editor shows an explicit audience.
      ...((from.length > 0 || known?.version === undefined) && { from }),
      ...(isMoved && { after: order[at - 1] ?? null }),
      ...(known?.version !== undefined && { base_version: known.version }),
      ...(point && { undo_to: point.version }),
      ...(seenBy && { seen_by: sentAudience(seenBy(node)) }),
    });
  });
  const stands = new Set(order);
  const removed = [...base.passages].flatMap(([id, { version }]) =>
    stands.has(id) || version === undefined ? [] : [{ id, base_version: version }],
  );
  const named = title.trim();
  return { changes, removed, ...(named !== '' && named !== base.title && { title: named }) };
}

/**
 * Changes of a note that has one audience for all passages: without sources and seen audience, the note's readers apply to all
 * its text, also to text from elsewhere.
 */
export const withoutAudiences = (pending: Pending): Pending => ({
  ...pending,
  changes: pending.changes.map(({ from: _from, seen_by: _seenBy, ...change }) =>
    change.base_version === undefined ? { ...change, from: [] } : change,
  ),
});

const sentAudience = ({ kind, players }: Audience): NonNullable<Change['seen_by']> =>
  kind === 'players' ? { players: [...players] } : kind;

/**
 * Sources to send. Empty lines are never saved, so their own sources replace them. An empty callout may be a secret and stays an
 * unknown source.
 */
function sentSources(node: Node, empty: ReadonlyMap<string, Node>): string[] {
  const found = new Set<string>();
  const looked = new Set([node]);
  for (const one of looked)
    for (const source of sourcesOf(one)) {
      const line = empty.get(source);
      if (line && line.type !== schema.nodes.callout) looked.add(line);
      else found.add(source);
    }
  found.delete(String(node.attrs['id']));
  return [...found];
}

const boundedSources = (sources: readonly string[]): string[] =>
  sources.length <= MAX_SOURCES
    ? [...sources]
    : [...sources.slice(0, MAX_SOURCES - 1), UNKNOWN_SOURCE];

/** The smallest set of passages whose move turns one order into the other, ignoring added and deleted passages. */
export function movedIn(order: readonly string[], before: readonly string[]): Set<string> {
  const places = new Map(before.map((id, at) => [id, at]));
  const known = order.filter((id) => places.has(id));
  // Longest increasing subsequence: `ends[n]` is the end of the best run of n + 1 passages.
  const ends: number[] = [];
  const previous = new Map<number, number>();
  known.forEach((id, at) => {
    const place = places.get(id)!;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places.get(known[ends[middle]!]!)! < place) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous.set(at, ends[low - 1]!);
    ends[low] = at;
  });
  const stayed = new Set<string>();
  for (let at = ends.at(-1); at !== undefined; at = previous.get(at)) stayed.add(known[at]!);
  return new Set(known.filter((id) => !stayed.has(id)));
}

/**
 * The next save, limited in size. Deletions come last, after the passages that received their words. A passage whose words moved
 * into a conflicting passage waits until the conflict is resolved.
 */
export function nextSave(
  { changes, removed, title }: Pending,
  held: ReadonlySet<string>,
): SavePassagesRequest | undefined {
  const wanted = sourcesOfHeld(changes, held);
  const free = changes.filter(({ id }) => !held.has(id) && !wanted.has(id));
  const taken: Change[] = [];
  let bytes = 0;
  for (const change of free) {
    const size = byteLength(JSON.stringify(change));
    if (taken.length > 0 && (bytes + size > MAX_BYTES || taken.length >= NOTE_LIMITS.changes))
      break;
    taken.push(change);
    bytes += size;
  }
  const gone =
    taken.length < free.length
      ? []
      : removed
          .filter(({ id }) => !held.has(id) && !wanted.has(id))
          .slice(0, Math.max(0, NOTE_LIMITS.changes - 1));
  if (taken.length === 0 && gone.length === 0 && title === undefined) return undefined;
  return { changes: taken, removed: gone, ...(title !== undefined && { title }) };
}

/** Passages whose words moved into a conflicting passage. */
export const sourcesOfHeld = (changes: readonly Change[], held: ReadonlySet<string>): Set<string> =>
  new Set(changes.filter(({ id }) => held.has(id)).flatMap(({ from = [] }) => from));

const encoder = new TextEncoder();
const byteLength = (text: string): number => encoder.encode(text).length;

/** Updates the base version with a successful save. */
export function acknowledge(
  base: NoteBase,
  sent: SavePassagesRequest,
  kept: readonly { id: string; version: number }[],
  clashes: ReadonlySet<string>,
  words: (id: string) => string | undefined,
): void {
  const versions = new Map(kept.map(({ id, version }) => [id, version]));
  for (const { id, after } of sent.changes) {
    const version = versions.get(id);
    const said = words(id);
    if (version === undefined || said === undefined) continue;
    base.passages.set(id, { version, words: said });
    if (after === undefined) continue;
    const order = base.order.filter((one) => one !== id);
    order.splice(after === null ? 0 : order.indexOf(after) + 1, 0, id);
    base.order = order;
  }
  for (const { id } of sent.removed) if (!clashes.has(id)) base.drop(id);
  if (sent.title !== undefined) base.title = sent.title;
}
