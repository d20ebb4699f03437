import type { Node } from 'prosemirror-model';
import type { EditorState, Plugin, Transaction } from 'prosemirror-state';
import type { AudienceChoice, SavePassagesRequest } from '@tomekeeper/contracts-document';
import {
  type Audience,
  audienceOfDocument,
  isSameAudience,
  narrowerAudience,
} from '@tomekeeper/visibility';
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
  /** @returns once everything is saved or saving has failed */
  save: () => Promise<void>;
  /** Assigns saved words to the passages that contain them. */
  settle: () => void;
}

/** Top-level passage in the selection or at the caret. */
export interface SelectedPassage {
  id: string;
  node: Node;
  pos: number;
  audience: Audience;
}

/** Audiences of the passages of an open note. */
export class NoteAudiences {
  readonly marks: Plugin;
  private is_spoilers: boolean;
  private nameOf: NameOfPlayer = () => undefined;
  /** Passages revealed in this tab; their writer knows that players see them. */
  private readonly opened = new Set<string>();

  constructor(private readonly parts: AudienceParts) {
    this.is_spoilers = parts.is_spoilers;
    this.marks = audienceMarks({
      audienceOf: (node, doc) => this.audienceOf(node, doc),
      drawn: (audience) => drawnMark(audience, this.nameOf, styles.mark ?? ''),
    });
  }

  /** Applies a change of the note's audience or of player names. */
  follow(is_spoilers: boolean, nameOf: NameOfPlayer): void {
    const isChanged = is_spoilers !== this.is_spoilers;
    this.told(() => {
      this.is_spoilers = is_spoilers;
      if (isChanged) this.inheritAudiences();
    });
    this.nameOf = nameOf;
    this.draw();
  }

  /**
   * Applies an update of audiences. If it widens the audience of a passage, unsaved words keep the previous one until they are
   * saved or the writer chooses.
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

  /** Applies the new audience of the note to passages without their own. */
  private inheritAudiences(): void {
    const { audiences } = this.parts.base;
    const audience = audienceOfDocument({ is_spoilers: this.is_spoilers });
    for (const [id, place] of audiences)
      if (!place.own_audience) audiences.set(id, { ...place, audience, players: undefined });
  }

  /** Applies an audience that this tab gave to passages, as confirmed by the server, before the next full update. */
  changedHere(ids: readonly string[], choice: AudienceChoice): void {
    this.openedHere(ids);
    const { audiences } = this.parts.base;
    const given =
      typeof choice === 'string'
        ? { audience: choice, players: undefined }
        : { audience: 'players', players: [...choice.players] };
    this.told(() => {
      for (const id of ids) {
        const place = audiences.get(id);
        if (place) audiences.set(id, { ...place, ...given, own_audience: true });
      }
    });
    if (this.isOld()) this.draw();
  }

  /** Marks passages as revealed in this tab until the next full update. */
  openedHere(ids: readonly string[]): void {
    for (const id of ids) {
      this.opened.add(id);
      this.parts.base.writtenFor.delete(id);
    }
  }

  /** Applies a full update of all audiences. */
  toldAll<Result>(take: () => Result): Result {
    const result = this.told(take);
    this.opened.clear();
    return result;
  }

  private isUnsaved(node: Node): boolean {
    const known = this.parts.base.passages.get(String(node.attrs['id']));
    return known ? known.words !== wordsOf(node) : !isBlank(node);
  }

  /** Audience of a passage as its writer saw it. */
  readonly asWritten = (node: Node, doc = this.parts.editor().doc): Audience =>
    audienceAsWritten(node, { doc, base: this.parts.base, is_spoilers: this.is_spoilers });

  /** Redraws the audience marks. */
  draw(): void {
    const { tr } = this.parts.editor();
    this.parts.apply(tr.setMeta(SEEN_BY_OTHERS, true).setMeta('addToHistory', false));
  }

  /** Whether the drawn marks are outdated. */
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
   * Hides selected passages that the server does not have. Their first save creates them hidden, so players never receive them.
   * @returns ids of the other selected passages, which the server must hide
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

  /** Saves the selected passages before an audience change. @returns their ids; undefined if some could not be saved */
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
    // Otherwise the next keystroke would narrow the audience again.
    this.parts.settle();
    const ids = written.map(({ id }) => id);
    return ids.every((id) => this.parts.base.passages.has(id)) ? ids : undefined;
  }

  /** Makes selected empty lines visible to all: they contain no words of the passages before them. */
  openEmpty(): void {
    const { tr } = this.parts.editor();
    for (const { id, node, pos } of this.selected())
      if (isBlank(node) && node.isTextblock && !this.parts.base.passages.has(id))
        tr.setNodeAttribute(pos, 'from', null);
    if (tr.docChanged) this.applyForGood(tr);
  }

  /** Undo must revert text only, never an audience. */
  private applyForGood(tr: Transaction): void {
    this.parts.apply(tr.setMeta(SEEN_BY_OTHERS, true).setMeta('addToHistory', false));
  }

  /** Passages whose narrowing or deletion undo could revert. Call before the save is acknowledged. */
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

  /** Records the passages whose narrowing or deletion undo can revert. */
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

  /** Predicts the audiences after a save in flight. Call before the save is acknowledged. */
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

  /** Records the audiences of saved passages. @returns whether they must be reloaded */
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
