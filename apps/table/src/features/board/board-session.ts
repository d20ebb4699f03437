import type { Board, Item } from './board-api';
import { isSame, mergeBoards } from './merge-boards';

export interface BoardState {
  /** Items on the screen, including unsaved ones. */
  items: readonly Item[];
  isSaved: boolean;
  /** Error of the last save. */
  error: Error | undefined;
  /** Items that exceed the limit after a merge. */
  left: readonly Item[];
  /** Number of merges that kept both versions of an item. */
  copies: number;
}

type Save = (board: Board) => Promise<{ board: Board; isSaved: boolean }>;

/**
 * The board on the screen of one GM: applies changes at once, saves in order, and merges changes of other GMs. After a failed save
 * all changes stay; the next change or a retry saves them.
 */
export class BoardSession {
  /** Newest board of the server that is merged into the items. */
  private base: Board;
  private items: readonly Item[];
  /** Items of the last failed save, which may be stored. */
  private unanswered: readonly Item[] | undefined;
  private isSaving = false;
  /** Board received during a save. */
  private received: Board | undefined;
  private state: BoardState;
  private readonly listeners = new Set<() => void>();

  constructor(
    board: Board,
    private readonly save: Save,
    private readonly newId: () => string = () => crypto.randomUUID(),
  ) {
    this.base = board;
    this.items = board.items;
    this.state = { items: board.items, isSaved: true, error: undefined, left: [], copies: 0 };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly current = (): BoardState => this.state;

  change(next: (items: readonly Item[]) => readonly Item[]): void {
    this.items = next(this.items);
    this.tell({});
    void this.saveAll();
  }

  /** Replaces or adds an item, and keeps changes of other GMs since `from`. */
  put(item: Item, from: Item | undefined): void {
    this.change((items) => {
      const at = items.findIndex(({ id }) => id === item.id);
      const replaced = (by: Item) =>
        at < 0 ? [...items, by] : items.map((one) => (one.id === item.id ? by : one));
      return this.merge(from ? replaced(from) : items, replaced(item), items);
    });
  }

  /** Merges a board from the server. Ignores older boards, such as late responses. */
  receive(board: Board): void {
    if (this.isSaving) this.received = board;
    else if (board.version > this.base.version) {
      this.rebase(board);
      this.tell({});
    }
  }

  retry(): void {
    void this.saveAll();
  }

  dismissLeft(): void {
    this.tell({ left: [] });
  }

  private async saveAll(): Promise<void> {
    if (this.isSaving) return;
    this.isSaving = true;
    this.tell({ error: undefined });
    try {
      while (!isSame(this.items, this.base.items)) {
        const sent = this.items;
        const save = this.save({ ...this.base, items: [...sent] });
        const { board, isSaved } = await save.catch((error: unknown) => {
          this.unanswered = sent;
          throw error;
        });
        if (!isSaved) this.rebase(board);
        else {
          this.base = board;
          if (this.items === sent) this.items = board.items;
        }
        this.tell({});
      }
    } catch (error) {
      this.tell({ error: error instanceof Error ? error : new Error(String(error)) });
    } finally {
      this.isSaving = false;
    }
    const received = this.received;
    this.received = undefined;
    if (received) this.receive(received);
  }

  /** Merges the unsaved changes into a newer board, unless it is the result of a save whose response was lost. */
  private rebase(board: Board): void {
    if (!isSame(board.items, this.unanswered))
      this.items = this.merge(this.base.items, this.items, board.items);
    this.unanswered = undefined;
    this.base = board;
  }

  private merge(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[]): Item[] {
    const { items, left } = mergeBoards({ base, mine, theirs }, this.newId);
    if (left.length > 0) this.tell({ left: [...this.state.left, ...left] });
    const known = new Set([...mine, ...theirs].map(({ id }) => id));
    if (items.some(({ id }) => !known.has(id))) this.tell({ copies: this.state.copies + 1 });
    return items;
  }

  private tell(changes: Partial<BoardState>): void {
    this.state = {
      ...this.state,
      ...changes,
      items: this.items,
      isSaved: isSame(this.items, this.base.items),
    };
    this.listeners.forEach((listener) => listener());
  }
}
