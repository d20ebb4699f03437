import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { useQuery } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { BOARD_LIMITS } from '@tomekeeper/contracts-campaign';
import { useShell, type WidgetProps } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { Section } from '@tomekeeper/ui/section';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Cluster } from '@tomekeeper/ui/stack';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { boardKey, useBoardApi, type Board as StoredBoard, type Item } from './board-api';
import { BoardRow, nameOf } from './board-row';
import { BoardSession } from './board-session';
import { draftOf, errorOf, isUnsaved, itemOf, newDraft, type Draft } from './draft';
import { ItemEditor } from './item-editor';
import { Picker } from './picker';
import { useDrag } from './use-drag';
import styles from './board.module.css';

interface BoardProps {
  campaignId: string;
  sessionId: string;
  people: WidgetProps['documents.board-item']['people'];
}

/** The board of a session, for GMs. */
export function Board({ campaignId, sessionId, people }: BoardProps) {
  const api = useBoardApi();
  const queryKey = boardKey(campaignId, sessionId);
  useRefetchOnHints(['board'], campaignId, queryKey);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get(campaignId, sessionId, signal),
    // Saves do not update the cache.
    gcTime: 0,
  });
  return (
    <Section title="Tonight" intro="Only game masters see the board.">
      {data ? (
        <LoadedBoard key={data.session} {...{ campaignId, people, stored: data }} />
      ) : error ? (
        <LoadFailure
          {...detailOrText(error, 'Unable to load the board.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label="Loading the board…" shape="rows" count={3} />
      )}
    </Section>
  );
}

interface LoadedBoardProps extends Pick<BoardProps, 'campaignId' | 'people'> {
  stored: StoredBoard;
}

function LoadedBoard({ campaignId, people, stored }: LoadedBoardProps) {
  const { announce, routing, toast } = useShell();
  const api = useBoardApi();
  const [session] = useState(
    () => new BoardSession(stored, (board) => api.save(campaignId, board)),
  );
  useEffect(() => session.receive(stored), [session, stored]);
  const state = useSyncExternalStore(session.subscribe, session.current);
  const { items, isSaved, error, left, copies } = state;
  /** State of the open editor; kept outside the item, which another GM may remove. */
  const [draft, setDraft] = useState<Draft>();
  const [draftError, setDraftError] = useState<string>();
  const [isPicking, setPicking] = useState(false);
  const isDrafting = draft !== undefined && isUnsaved(draft);
  routing.useUnsavedChanges(!isSaved || isDrafting || left.length > 0);

  useEffect(() => {
    if (copies > 0)
      toast({
        message: 'Another game master changed the same item. Both versions are on the board.',
      });
  }, [copies, toast]);
  useEffect(() => {
    const retry = () => {
      if (session.current().error) session.retry();
    };
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [session]);

  const list = useRef<HTMLOListElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  const focusNext = useFocusNext(list, actions);
  const help = useId();

  const move = (id: string, to: number) => {
    if (to < 0 || to >= items.length) return;
    session.change((all) => {
      const moved = all.filter((item) => item.id === id);
      return all.filter((item) => item.id !== id).toSpliced(to, 0, ...moved);
    });
    announce(`Moved to position ${to + 1} of ${items.length}`);
    focusNext(id);
  };
  const remove = (item: Item, at: number) => {
    session.change((all) => all.filter(({ id }) => id !== item.id));
    focusNext(items[at + 1]?.id ?? items[at - 1]?.id);
    toast({
      message: `Removed from the board: ${nameOf(item)}`,
      action: { label: 'Undo', run: () => putBack(item, at) },
    });
  };
  const putBack = (item: Item, at: number) => {
    if (session.current().items.length >= BOARD_LIMITS.items)
      toast({ message: 'The board is full. Remove another item first.', tone: 'error' });
    // A change by another GM may have kept the item.
    else if (!session.current().items.some(({ id }) => id === item.id))
      session.change((all) => all.toSpliced(at, 0, item));
  };
  const edit = (next: Draft | undefined) => {
    setDraft(next);
    setDraftError(undefined);
  };
  /** Whether the draft is valid. */
  const put = (done: Draft): boolean => {
    const found = errorOf(done);
    setDraftError(found);
    if (found === undefined) session.put(itemOf(done), done.from);
    else list.current?.querySelector<HTMLElement>(`[data-item="${done.id}"] textarea`)?.focus();
    return found === undefined;
  };
  const save = (done: Draft) => {
    if (!put(done)) return;
    edit(undefined);
    focusNext(done.id);
  };
  const open = (next: Draft) => {
    // At most one editor is open.
    if (!isDrafting || put(draft)) edit(next);
  };
  const { drag, start } = useDrag(list, move);
  const others = items.filter(({ id }) => id !== drag?.id);
  const dropOf = (id: string) => {
    if (!drag) return undefined;
    if (others[drag.to]?.id === id) return 'before';
    return drag.to === others.length && others.at(-1)?.id === id ? 'after' : undefined;
  };
  const editor = draft && (
    <li key={draft.id} className={styles.edited} data-item={draft.id}>
      <ItemEditor
        key={draft.id}
        draft={draft}
        error={draftError}
        onChange={edit}
        onSave={() => save(draft)}
        onCancel={() => {
          edit(undefined);
          focusNext(draft.from && draft.id);
        }}
      />
    </li>
  );
  const isFull = items.length >= BOARD_LIMITS.items;
  return (
    <div className={styles.board}>
      <Cluster ref={actions}>
        <Button size="small" disabled={isFull} onClick={() => setPicking(true)}>
          Add from the library
        </Button>
        {(['text', 'checklist'] as const).map((kind) => (
          <Button
            key={kind}
            variant="secondary"
            size="small"
            disabled={isFull}
            onClick={() => open(newDraft(kind))}
          >
            Add {kind}
          </Button>
        ))}
      </Cluster>
      {isFull && <p>A board has at most {BOARD_LIMITS.items} items. Remove one to add another.</p>}
      {error && (
        <LoadFailure
          {...detailOrText(error, 'The board is not saved. Your changes are still on this page.')}
          onRetry={() => session.retry()}
        />
      )}
      {left.length > 0 && <LeftItems items={left} onClose={() => session.dismissLeft()} />}
      {items.length === 0 && !draft && (
        <p className={styles.empty}>
          Put documents, passages, pictures, checklists and texts here, in the order in which you
          need them. You show them to your players from here.
        </p>
      )}
      <VisuallyHidden>
        <span id={help}>The arrow keys move the item up and down.</span>
      </VisuallyHidden>
      <ol role="list" className={styles.items} ref={list}>
        {items.map((item, at) =>
          item.id === draft?.id ? (
            editor
          ) : (
            <BoardRow
              key={item.id}
              {...{ campaignId, people, item, at, help }}
              count={items.length}
              drop={dropOf(item.id)}
              isDragged={drag?.id === item.id}
              onDrag={(event) => start(event, item.id)}
              onMove={(to) => move(item.id, to)}
              onEdit={() => {
                const edited = draftOf(item);
                if (edited) open(edited);
              }}
              onChange={(changed, from) => session.put(changed, from)}
              onRemove={() => remove(item, at)}
            />
          ),
        )}
        {draft && !items.some(({ id }) => id === draft.id) && editor}
      </ol>
      {isPicking && (
        <Picker
          campaignId={campaignId}
          items={items}
          onPick={(item) => session.put(item, undefined)}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}

/** Everything that a GM typed, or the kind of the item. */
function textOf(item: Item): string {
  const draft = draftOf(item);
  return draft ? [draft.title, draft.text].filter(Boolean).join('\n') : nameOf(item);
}

/** Items that exceed the limit after a merge. */
function LeftItems({ items, onClose }: { items: readonly Item[]; onClose: () => void }) {
  return (
    <Notice
      title="The board is full, so these items are not on it."
      action={
        <Button variant="secondary" size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul>
        {items.map((item) => (
          <li key={item.id} className={styles.left} dir="auto">
            {textOf(item)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/**
 * Returns a function that focuses the handle of an item after the next render, because a moved element loses the focus. Without an
 * item it focuses the first action.
 */
function useFocusNext(list: RefObject<HTMLElement | null>, actions: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState<{ id: string | undefined }>();
  useLayoutEffect(() => {
    if (!wanted) return;
    const handle = Array.from(
      list.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? [],
    ).find(({ dataset }) => dataset['handle'] === wanted.id);
    (handle ?? actions.current?.querySelector('button'))?.focus();
  }, [wanted, list, actions]);
  return (id: string | undefined) => setWanted({ id });
}
