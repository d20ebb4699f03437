import { history } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { SavePassagesRequest } from '@tomekeeper/contracts-document';
import { newId } from '../../documents-api/new-id';
import { spaceBehind } from '../completion/space-behind';
import { completion } from '../completion/trigger';
import { typedLinks } from '../completion/typed-links';
import type { Spot } from '../completion/place-near';
import { choose, type Choice, type Clash } from './clashes';
import { drafts, liveAs } from './drafts';
import { listNumbers, REMOTE } from '../schema/list-numbers';
import { markdownHabits } from '../input/markdown-habits';
import {
  acknowledge,
  isEmpty,
  nextSave,
  NoteBase,
  pendingOf,
  sourcesOfHeld,
  withoutAudiences,
  type Pending,
} from './note-base';
import { createField } from '../input/note-field';
import { noteKeys } from '../input/note-keys';
import { NoteSaver, type SaveState } from './note-saver';
import type { NotesApi, Saved } from './notes-api';
import { docOf, sourcesOf, wordsOf } from '../schema/passages-of-doc';
import { NotePictures } from '../pictures/note-pictures';
import { passageIds } from '../schema/passage-ids';
import { readCaret } from '../input/read-caret';
import { withDraft } from './restore-draft';
import { schema } from '../schema/schema';
import { ScreenParts } from '../screen-parts';
import { SEEN_BY_OTHERS } from '../seen-by/audience-marks';
import { NoteAudiences } from '../seen-by/note-audiences';
import { isNewSecret } from '../seen-by/predicted-audience';
import { evenTables } from '../table/table-commands';
import { applyRemoteChanges } from './remote-changes';

interface WritingParts {
  api: NotesApi;
  person: string;
  note: string;
  /** Whether the note is hidden from players, according to the screen. */
  is_spoilers: boolean;
  /**
   * Whether each passage has an audience. Passages of players' notes have none: a save then states no audience, so that the
   * note's current readers apply.
   */
  hasAudiences?: boolean;
  /** Whether the user is signed in. After sign-out no more drafts are stored. */
  isSignedIn: () => boolean;
}

/** State of an editing session for the screen. */
export interface WritingSeen {
  title: string;
  state: SaveState;
  clashes: readonly Clash[];
  /**
   * The title as players see it, if the note was revealed while a different title was unsaved. Cleared when the user chooses one
   * of the two.
   */
  shownTitle: string | undefined;
  editor: EditorState;
}

/** Set on transactions that change attributes but no text. */
const SETTLES = 'kept by the server';
/** Idle time without input after which attributes of a passage may be updated. */
const REST_MS = 500;

/** Note editing session: the text of one note in one tab, its base version and its saver. */
export class NoteSession {
  readonly pictures: NotePictures;
  readonly audiences: NoteAudiences;
  readonly screen = new ScreenParts();
  private readonly tab = newId();
  private readonly clashes = new Map<string, Clash>();
  private readonly listeners = new Set<() => void>();
  private readonly saver: NoteSaver;
  private readonly letGo: () => void;
  private sent = new Map<string, Node>();
  /** Saved passages whose words still carry their original sources. */
  private readonly unsettled = new Map<string, Node>();
  private settling: ReturnType<typeof setTimeout> | undefined;
  private touched = 0;
  private areTitlesHeld = false;
  private allowedTitle: string | undefined;
  private view: EditorView | undefined;
  private isAskedAgain = false;
  /** Number of acknowledged saves. */
  private saves = 0;
  private asking: Promise<void> | undefined;
  private seen: WritingSeen;

  private constructor(
    private readonly parts: WritingParts,
    private readonly base: NoteBase,
    doc: Node,
    title: string,
  ) {
    this.pictures = new NotePictures(parts.api);
    this.audiences = new NoteAudiences({
      base,
      is_spoilers: parts.is_spoilers,
      editor: () => this.seen.editor,
      apply: (tr) => this.apply(tr),
      save: () => this.saver.flush(),
      settle: () => this.settle(true),
    });
    const editor = EditorState.create({
      doc,
      plugins: [
        completion(this.screen.completionKey),
        ...noteKeys,
        spaceBehind,
        markdownHabits,
        typedLinks,
        history(),
        passageIds(() => this.view?.composing ?? false, {
          isNewSecret: (passage) => isNewSecret(passage, base),
          isUndone: (passage) => base.undoPointOf(passage) !== undefined,
        }),
        evenTables,
        listNumbers,
        this.audiences.marks,
      ],
    });
    this.seen = { title, state: { is: 'saved' }, clashes: [], shownTitle: undefined, editor };
    this.letGo = liveAs(this.tab);
    this.saver = new NoteSaver({
      next: () => this.next(),
      save: (body) => parts.api.save(body),
      onSaved: (sent, answer) => this.saved(sent, answer),
      onState: (state) => this.show({ state }),
      keepDraft: () => this.keepDraft(),
    });
  }

  /** Opens a note and applies drafts of closed tabs of this user. @throws if loading fails */
  static async open(parts: WritingParts): Promise<NoteSession> {
    const { person, note } = parts;
    const [now, left] = await Promise.all([parts.api.editing(), drafts.left(person, note)]);
    const base = new NoteBase(now);
    let doc = docOf(now.passages);
    let { title } = now;
    for (const draft of left) {
      doc = withDraft(doc, base, draft);
      title = draft.save.title ?? title;
    }
    const written = new NoteSession(parts, base, doc, title);
    if (left.length > 0) {
      // The draft of this tab contains the changes from now on.
      await written.keepDraft().catch(() => undefined);
      if (written.parts.isSignedIn()) for (const draft of left) await drafts.remove(draft);
      written.saver.changed();
    }
    return written;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly current = (): WritingSeen => this.seen;

  /** Creates the editor view in an element. @returns the function that removes it */
  mount(place: HTMLElement, attributes: Record<string, string>): () => void {
    const view = createField(place, {
      state: this.seen.editor,
      attributes,
      apply: (tr) => this.apply(tr),
      screen: this.screen,
      pictures: this.pictures,
      isOfThisNote: (id) => this.base.passages.has(id),
      touched: () => this.touch(),
    });
    this.view = view;
    return () => {
      view.destroy();
      this.view = undefined;
    };
  }

  readonly run = (
    command: (state: EditorState, dispatch: (tr: Transaction) => void) => boolean,
  ): void => {
    command(this.seen.editor, (tr) => this.apply(tr));
    this.view?.focus();
  };

  /** Window coordinates of a text position; undefined without a view. */
  placeOf(pos: number): Spot | undefined {
    const { view } = this;
    return view && view.coordsAtPos(Math.min(pos, view.state.doc.content.size));
  }

  /** Sets ARIA attributes of the editor. @returns the function that removes them */
  describe(attributes: Readonly<Record<string, string | undefined>>): () => void {
    const field = this.view?.dom;
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined) field?.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) field?.removeAttribute(name);
    };
  }

  focus(): void {
    this.view?.focus();
  }

  setTitle(title: string): void {
    this.show({ title });
    this.saver.changed();
  }

  /** Holds title changes back while players see the title, until `allowTitle` permits them. */
  holdTitles(areHeld: boolean): void {
    const wasHeld = this.heldTitle() !== undefined;
    this.areTitlesHeld = areHeld;
    if (wasHeld) this.saver.changed();
    // Updates the screen, which marks a held title.
    this.show({});
  }

  /** A changed title that is not sent yet, because players would see it. */
  heldTitle(): string | undefined {
    const title = this.seen.title.trim();
    const isHeld = this.areTitlesHeld && title !== '' && title !== this.base.title;
    return isHeld && title !== this.allowedTitle ? title : undefined;
  }

  allowTitle(title: string): void {
    this.allowedTitle = title;
    this.show({ shownTitle: undefined });
    this.saver.changed();
  }

  /** Discards the unsaved title and keeps the public one. */
  keepShownTitle(): void {
    this.show({ title: this.base.title, shownTitle: undefined });
    this.saver.changed();
  }

  saveNow = (): Promise<void> => this.saver.flush();

  choose(clash: Clash, choice: Choice): void {
    this.clashes.delete(clash.id);
    // The user has seen the current audience in the conflict.
    this.base.writtenFor.delete(clash.id);
    this.apply(choose(this.seen.editor.tr, this.base, clash, choice));
    this.show({ clashes: [...this.clashes.values()] });
    this.saver.changed();
  }

  /** Loads remote changes. Only one request runs at a time; calls in between trigger one more. */
  refresh(): Promise<void> {
    this.isAskedAgain = true;
    return (this.asking ??= this.askAgain().finally(() => (this.asking = undefined)));
  }

  /** Saves remaining changes in the background. */
  async close(): Promise<void> {
    if (this.parts.isSignedIn()) await this.saver.flush().catch(() => undefined);
    this.saver.dispose();
    clearTimeout(this.settling);
    this.pictures.dispose();
    this.letGo();
  }

  private touch(): false {
    this.touched = Date.now();
    return false;
  }

  private async askAgain(): Promise<void> {
    while (this.isAskedAgain) {
      this.isAskedAgain = false;
      const { saves } = this;
      const now = await this.parts.api.editing(this.base.version).catch(() => undefined);
      if (!now) return;
      // The response would contain our own save in flight as a remote change, so wait for it.
      if (this.saver.isBusy()) {
        await this.saver.flush();
        this.isAskedAgain = true;
        continue;
      }
      // The response may be older than a save that was acknowledged meanwhile: it would remove the saved passages from the
      // editor.
      if (saves !== this.saves) {
        this.isAskedAgain = true;
        continue;
      }
      this.applyRemoteChanges(now);
    }
  }

  private applyRemoteChanges(now: Awaited<ReturnType<NotesApi['editing']>>): void {
    if (this.view) readCaret(this.view);
    const tr = this.audiences.toldAll(() =>
      applyRemoteChanges(this.seen.editor.tr, this.base, now),
    );
    // A needless redraw would reset a caret that a key has just moved.
    if (tr.docChanged || this.audiences.isOld()) this.apply(tr.setMeta(SEEN_BY_OTHERS, true));
    if (this.seen.title.trim() === this.base.title) this.show({ title: now.title });
    this.base.title = now.title;
  }

  private pending(): Pending {
    const { doc } = this.seen.editor;
    const seenBy = (node: Node) => this.audiences.asWritten(node, doc);
    const pending = pendingOf(doc, this.seen.title, this.base, this.unsettled, seenBy);
    return this.parts.hasAudiences === false ? withoutAudiences(pending) : pending;
  }

  private next(): SavePassagesRequest | undefined {
    const { title, ...pending } = this.pending();
    if (pending.changes.length === 0) this.base.writtenFor.clear();
    const isSent = title !== undefined && this.heldTitle() === undefined;
    const next = nextSave({ ...pending, ...(isSent && { title }) }, new Set(this.clashes.keys()));
    if (next?.title !== undefined && this.parts.hasAudiences !== false)
      next.title_seen_by = this.areTitlesHeld ? 'party' : 'gm';
    this.sent = new Map(
      this.seen.editor.doc.content.content.map((node) => [String(node.attrs['id']), node]),
    );
    return next;
  }

  private saved(sent: SavePassagesRequest, answer: Saved): void {
    this.saves += 1;
    const refused = new Set(answer.clashes.map(({ id }) => id));
    const waits = sourcesOfHeld(sent.changes, refused);
    for (const { id, theirs, shown } of answer.clashes) {
      const isOfThisTab = theirs && theirs.version === this.base.passages.get(id)?.version;
      // No remote change: the deletion waits until the passage that received its words is saved.
      if (isOfThisTab && !shown && waits.has(id)) continue;
      this.clashes.set(id, { id, theirs, isShown: shown === true });
      if (theirs) this.base.audiences.set(id, theirs);
    }
    const wasShown = answer.clashes.some(({ shown }) => shown);
    const predictions = this.audiences.predictionsOf(sent, this.sent);
    const undoPoints = this.audiences.undoPointsOf(sent);
    acknowledge(this.base, sent, answer.kept, refused, (id) => {
      const node = this.sent.get(id);
      return node && wordsOf(node);
    });
    if (answer.title_clash) this.titleWasShown(answer.title_clash.theirs);
    const isUnsure = this.audiences.kept(answer.kept, sent, predictions);
    this.audiences.undoable(undoPoints, sent);
    const isAlone = answer.version <= this.base.version + 1;
    if (isAlone) this.base.version = answer.version;
    if (!isAlone || isUnsure || wasShown) void this.refresh();
    for (const { id } of answer.kept) {
      const node = this.sent.get(id);
      if (node && sourcesOf(node).length > 0) this.unsettled.set(id, node);
    }
    this.settleSoon();
    if (refused.size > 0) this.show({ clashes: [...this.clashes.values()] });
  }

  /** Handles a reveal of the title: the unsaved title waits until the user chooses. */
  private titleWasShown(theirs: string): void {
    this.base.title = theirs;
    this.areTitlesHeld = true;
    this.show({ shownTitle: theirs });
  }

  private settleSoon(): void {
    clearTimeout(this.settling);
    if (this.unsettled.size > 0) this.settling = setTimeout(() => this.settle(), REST_MS);
  }

  /**
   * Updates saved words to the passage that contains them, whose audience the server has limited. Redraws the passage, so it
   * waits until the caret rests.
   */
  private settle(isNow = false): void {
    if (this.view?.composing) return this.settleSoon();
    if (!isNow && Date.now() - this.touched < REST_MS) return this.settleSoon();
    if (this.view) readCaret(this.view);
    const tr = this.seen.editor.tr.setMeta('addToHistory', false).setMeta(SETTLES, true);
    tr.doc.forEach((node, pos) => {
      const id = String(node.attrs['id']);
      // Passages changed since are sent with their sources.
      if (this.unsettled.get(id) !== node) return;
      if (node.attrs['from']) tr.setNodeAttribute(pos, 'from', null);
      if (node.content.size > 0)
        tr.addMark(pos + 1, pos + node.nodeSize - 1, schema.marks.source.create({ id }));
      node.forEach((child, offset) => {
        if (child.type === schema.nodes.inner_kept)
          tr.setNodeAttribute(pos + 1 + offset, 'sources', [id]);
      });
    });
    this.unsettled.clear();
    if (tr.docChanged) this.apply(tr);
  }

  private apply(tr: Transaction): void {
    const before = this.seen.editor;
    const editor = before.apply(tr);
    this.view?.updateState(editor);
    this.show({ editor });
    const isWritten = editor.doc !== before.doc && !tr.getMeta(REMOTE) && !tr.getMeta(SETTLES);
    if (isWritten) this.saver.changed();
  }

  private async keepDraft(): Promise<void> {
    if (!this.parts.isSignedIn()) return;
    const { person, note } = this.parts;
    const key = { person, note, tab: this.tab };
    const save = this.pending();
    if (isEmpty(save)) return void (await drafts.remove(key));
    const ids = this.seen.editor.doc.content.content.map(({ attrs }) => String(attrs['id']));
    const places = Object.fromEntries(
      save.changes.map(({ id }) => [id, ids[ids.indexOf(id) - 1] ?? null]),
    );
    await drafts.put({ ...key, save, places });
  }

  private show(change: Partial<WritingSeen>): void {
    this.seen = { ...this.seen, ...change };
    for (const listener of this.listeners) listener();
  }
}
