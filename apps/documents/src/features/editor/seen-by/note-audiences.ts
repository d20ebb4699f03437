import type { Node } from 'prosemirror-model';
import type { EditorState, Plugin, Transaction } from 'prosemirror-state';
import type { SavePassagesRequest } from '@tomekeeper/contracts-document';
import { type Audience, isSameAudience, narrowerAudience } from '@tomekeeper/visibility';
import { type NameOfPlayer } from '../../sharing/audiences/audience-text';
import type { NoteBase, UndoPoint } from '../saving/note-base';
import { isBlank, wordsOf } from '../schema/passages-of-doc';
import { UNKNOWN_SOURCE } from '../schema/secret-box';
import { audienceMarks, audiencesIn, SEEN_BY_OTHERS } from './audience-marks';
import styles from './audience-marks.module.css';
import { drawnMark } from './drawn-mark';
import { audienceAsWritten, predictedAudience } from './predicted-audience';

interface AudienceParts {
  base: NoteBase;
  is_spoilers: boolean;
  editor: () => EditorState;
  apply: (tr: Transaction) => void;
  /** @returns when everything is kept, or cannot be for now */
  save: () => Promise<void>;
  /** Words that the server has taken in are of the passages in which they stand. */
  settle: () => void;
}

/** A passage of the top level that is selected, or written in. */
export interface SelectedPassage {
  id: string;
  node: Node;
  pos: number;
  audience: Audience;
}

/** For whom the passages of a note are while it is written. */
export class NoteAudiences {
  readonly marks: Plugin;
  private is_spoilers: boolean;
  private nameOf: NameOfPlayer = () => undefined;
  /** Passages that were opened here: who writes in them knows it. */
  private readonly opened = new Set<string>();

  constructor(private readonly parts: AudienceParts) {
    this.is_spoilers = parts.is_spoilers;
    this.marks = audienceMarks({
      audienceOf: (node, doc) => this.audienceOf(node, doc),
      drawn: (audience) => drawnMark(audience, this.nameOf, styles.mark ?? ''),
    });
  }

  /** The note is hidden or revealed, or names of players have come. */
  follow(is_spoilers: boolean, nameOf: NameOfPlayer): void {
    this.told(() => (this.is_spoilers = is_spoilers));
    this.nameOf = nameOf;
    this.draw();
  }

  /**
   * Takes in what is told of the note. Where more people see a passage by that, unsaved words of it stay written for those of
   * before, until the server has them or their writer chooses.
   */
  told<Result>(take: () => Result): Result {
    const { base } = this.parts;
    const { doc } = this.parts.editor();
    const unsaved = doc.content.content.filter((node) => this.isUnsaved(node));
    const before = unsaved.map((node) => this.asWritten(node, doc));
    const result = take();
    unsaved.forEach((node, at) => {
      const id = String(node.attrs['id']);
      const now = this.asWritten(node, doc);
      const isWider = !isSameAudience(narrowerAudience(before[at]!, now), now);
      if (isWider && !this.opened.has(id)) base.writtenFor.set(id, before[at]!);
    });
    return result;
  }

  /** Until the next telling. */
  openedHere(ids: readonly string[]): void {
    for (const id of ids) {
      this.opened.add(id);
      this.parts.base.writtenFor.delete(id);
    }
  }

  /** What the server says of all passages. */
  toldAll<Result>(take: () => Result): Result {
    const result = this.told(take);
    this.opened.clear();
    return result;
  }

  private isUnsaved(node: Node): boolean {
    const known = this.parts.base.passages.get(String(node.attrs['id']));
    return known ? known.words !== wordsOf(node) : !isBlank(node);
  }

  /** For whom a passage was shown to be while it was written. */
  readonly asWritten = (node: Node, doc = this.parts.editor().doc): Audience =>
    audienceAsWritten(node, { doc, base: this.parts.base, is_spoilers: this.is_spoilers });

  /** What is known of the audiences has changed. */
  draw(): void {
    const { tr } = this.parts.editor();
    this.parts.apply(tr.setMeta(SEEN_BY_OTHERS, true).setMeta('addToHistory', false));
  }

  /** Whether what stands beside the passages is no longer what is known. */
  isOld(): boolean {
    const state = this.parts.editor();
    const shown = audiencesIn(state);
    return state.doc.content.content.some((node, at) => {
      const was = shown[at];
      return !was || !isSameAudience(was, this.audienceOf(node, state.doc));
    });
  }

  selected(): SelectedPassage[] {
    const state = this.parts.editor();
    const { from, to } = state.selection;
    const audiences = audiencesIn(state);
    const selected: SelectedPassage[] = [];
    state.doc.forEach((node, pos, index) => {
      const isTouched = pos < to && pos + node.nodeSize > from;
      const audience = audiences[index];
      if (audience && (isTouched || (from === to && pos === from)))
        selected.push({ id: String(node.attrs['id']), node, pos, audience });
    });
    return selected;
  }

  /**
   * Hides those of the selected passages that the server does not have: they are born hidden, and are never on their way as anything
   * else. @returns the others, which the server is to hide
   */
  hideUnsaved(): string[] {
    const { tr } = this.parts.editor();
    const known: string[] = [];
    for (const { id, node, pos, audience } of this.selected()) {
      if (this.parts.base.passages.has(id)) known.push(id);
      else if (audience.kind !== 'gm')
        tr.setNodeAttribute(pos, 'from', [...fromOf(node), UNKNOWN_SOURCE]);
    }
    if (tr.docChanged) this.applyForGood(tr);
    return known;
  }

  /**
   * Saves the selected passages, so that they can be for others.
   * @returns their ids; undefined where the server does not have all of them
   */
  async savedForOthers(): Promise<string[] | undefined> {
    const { tr } = this.parts.editor();
    const selected = this.selected();
    for (const { node, pos } of selected) {
      const from = fromOf(node).filter((id) => id !== UNKNOWN_SOURCE);
      if (from.length < fromOf(node).length)
        tr.setNodeAttribute(pos, 'from', from.length > 0 ? from : null);
    }
    if (tr.docChanged) this.applyForGood(tr);
    const written = selected.filter(
      ({ id, node }) => !isBlank(node) || this.parts.base.passages.has(id),
    );
    await this.parts.save();
    // Otherwise the next letter would take it away from them again.
    this.parts.settle();
    const ids = written.map(({ id }) => id);
    return ids.every((id) => this.parts.base.passages.has(id)) ? ids : undefined;
  }

  /** Makes selected lines that are still empty lines for everybody: of what stands before them they have no word. */
  openEmpty(): void {
    const { tr } = this.parts.editor();
    for (const { id, node, pos } of this.selected())
      if (isBlank(node) && node.isTextblock && !this.parts.base.passages.has(id))
        tr.setNodeAttribute(pos, 'from', null);
    if (tr.docChanged) this.applyForGood(tr);
  }

  /** Undo takes back what was written, never for whom it is. */
  private applyForGood(tr: Transaction): void {
    this.parts.apply(tr.setMeta(SEEN_BY_OTHERS, true).setMeta('addToHistory', false));
  }

  /** Passages whose narrowing or removal undo could revert. Call before the save is acknowledged. */
  undoPointsOf({ changes, removed }: SavePassagesRequest): Map<string, UndoPoint> {
    const { passages, audiences } = this.parts.base;
    const points = new Map<string, UndoPoint>();
    for (const { id } of [...changes, ...removed]) {
      const { version, words } = passages.get(id) ?? {};
      const place = audiences.get(id);
      if (version !== undefined && words !== undefined && place)
        points.set(id, { version, words, place });
    }
    return points;
  }

  /** Records the passages whose narrowing or removal undo can revert. */
  undoable(
    points: ReadonlyMap<string, UndoPoint>,
    { changes, removed }: SavePassagesRequest,
  ): void {
    const { base } = this.parts;
    for (const { id, undo_to } of changes) {
      if (undo_to !== undefined) base.undoPoints.delete(id);
      const point = points.get(id);
      const now = base.audiences.get(id);
      if (!point || !now) continue;
      const [was, is] = [this.asSeen(point.place), this.asSeen(now)];
      if (isSameAudience(was, is) || !isSameAudience(narrowerAudience(was, is), is)) continue;
      base.undoPoints.set(id, point);
      base.widened.add(id);
    }
    for (const { id } of removed) {
      const point = points.get(id);
      if (point && !base.passages.has(id)) base.undoPoints.set(id, point);
    }
  }

  /** For whom what is on its way will be, as far as that is known here; to be called before it is acknowledged. */
  predictionsOf(sent: SavePassagesRequest, nodes: ReadonlyMap<string, Node>) {
    const { doc } = this.parts.editor();
    const predictions = new Map<string, Audience>();
    for (const { id } of sent.changes) {
      const node = nodes.get(id);
      if (node)
        predictions.set(
          id,
          narrowerAudience(this.audienceOf(node, doc), this.asWritten(node, doc)),
        );
    }
    return predictions;
  }

  /** Takes down for whom passages are that were kept. @returns whether the server has to be asked for that */
  kept(
    kept: readonly { id: string; version: number }[],
    sent: SavePassagesRequest,
    predictions: ReadonlyMap<string, Audience>,
  ): boolean {
    const { base } = this.parts;
    for (const { id, version } of kept) {
      const predicted = predictions.get(id);
      const known = base.audiences.get(id);
      if (!predicted || (known && isSameAudience(this.asSeen(known), predicted))) continue;
      const { kind, players } = predicted;
      base.audiences.set(id, { id, version, audience: kind, players: [...players] });
    }
    return sent.changes.some(
      ({ from = [], undo_to }) => undo_to !== undefined || from.some((id) => !this.isKnown(id)),
    );
  }

  private asSeen = (place: { audience?: string | undefined; players?: string[] | undefined }) => ({
    kind: place.audience as Audience['kind'],
    players: place.players ?? [],
  });

  private isKnown = (id: string): boolean =>
    id === UNKNOWN_SOURCE ||
    this.parts.base.audiences.has(id) ||
    this.parts.base.pastAudiences.has(id);

  private audienceOf = (node: Node, doc: Node): Audience =>
    predictedAudience(node, { doc, base: this.parts.base, is_spoilers: this.is_spoilers });
}

const fromOf = (node: Node): string[] => (node.attrs['from'] as string[] | null) ?? [];
