import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import type { BoardItem } from '@tomekeeper/contracts-campaign';
import { useShell, type WidgetProps } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { Drawing } from '@tomekeeper/ui/icon';
import { LongText } from '@tomekeeper/ui/long-text';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { useSessionsApi } from '../sessions-api/sessions-api';
import type { Item } from './board-api';
import { isTyped } from './merge-boards';
import styles from './board.module.css';

const GRIP = <path d="M7.5 5v.05M12.5 5v.05M7.5 10v.05M12.5 10v.05M7.5 15v.05M12.5 15v.05" />;

export interface BoardRowProps {
  campaignId: string;
  people: WidgetProps['documents.board-item']['people'];
  item: Item;
  /** Position, and number of items. */
  at: number;
  count: number;
  /** Edge of the row at which a dragged one would be dropped. */
  drop: 'before' | 'after' | undefined;
  isDragged: boolean;
  /** Id of the element with the instructions for the keyboard. */
  help: string;
  onDrag: (event: PointerEvent) => void;
  onMove: (to: number) => void;
  onEdit: () => void;
  /** `from` is the item before the change. */
  onChange: (item: Item, from: Item) => void;
  onRemove: () => void;
}

/** An item of the board, with its handle and its menu. */
export function BoardRow({ item, at, count, drop, isDragged, help, ...props }: BoardRowProps) {
  const { onDrag, onMove, onEdit, onRemove } = props;
  const name = `item ${at + 1}: ${nameOf(item)}`;
  const note = useMakeNote(props.campaignId, props.onChange);
  const moveByKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onMove(at + step);
  };
  return (
    <li
      className={styles.row}
      data-item={item.id}
      data-drop={drop}
      data-dragged={isDragged || undefined}
    >
      <button
        type="button"
        className={styles.handle}
        data-handle={item.id}
        aria-label={`Move ${name}`}
        aria-describedby={help}
        onPointerDown={onDrag}
        onKeyDown={moveByKey}
      >
        <Drawing shape={GRIP} />
      </button>
      <div className={styles.content}>
        <Content {...props} item={item} />
        {isTyped(item) && (
          <Button
            variant="quiet"
            size="small"
            className={styles.makeNote}
            aria-label={`Make it a note, which you can show: ${nameOf(item)}`}
            busy={note.isPending && 'Creating…'}
            onClick={() => note.mutate(item)}
          >
            Make it a note
          </Button>
        )}
      </div>
      <MoreMenu label={`More actions of ${name}`}>
        {isTyped(item) && <MenuItem onClick={onEdit}>Edit</MenuItem>}
        {at > 0 && <MenuItem onClick={() => onMove(at - 1)}>Move up</MenuItem>}
        {at < count - 1 && <MenuItem onClick={() => onMove(at + 1)}>Move down</MenuItem>}
        <MenuItem onClick={onRemove}>Remove from the board</MenuItem>
      </MoreMenu>
    </li>
  );
}

type ContentProps = Pick<BoardRowProps, 'campaignId' | 'people' | 'item' | 'onChange' | 'onRemove'>;

function Content({ campaignId, people, item, onChange, onRemove }: ContentProps) {
  const { Widget } = useShell();
  switch (item.kind) {
    case 'text':
      return <LongText text={item.text} />;
    case 'checklist':
      return (
        <>
          {item.title !== '' && (
            <p className={styles.title} dir="auto">
              {item.title}
            </p>
          )}
          <ul role="list">
            {item.lines.map((line) => (
              <li key={line.id} className={styles.line}>
                <Checkbox
                  label={
                    <span className={line.done ? styles.done : undefined} dir="auto">
                      {line.text}
                    </span>
                  }
                  checked={line.done}
                  onChange={({ target }) => onChange(withLine(item, line.id, target.checked), item)}
                />
              </li>
            ))}
          </ul>
        </>
      );
    default:
      return (
        <Widget
          id="documents.board-item"
          props={{
            ...{ campaignId, people, onRemove },
            document: item.document,
            passage: item.kind === 'passage' ? item.passage : undefined,
            isPicture: item.kind === 'picture',
          }}
        />
      );
  }
}

type Checklist = Extract<BoardItem, { kind: 'checklist' }>;

const withLine = (item: Checklist, id: string, done: boolean): Checklist => ({
  ...item,
  lines: item.lines.map((line) => (line.id === id ? { ...line, done } : line)),
});

/** Characters of a name. */
const NAME_LENGTH = 60;

const KINDS = { passage: 'passage', document: 'document', picture: 'picture' };

/** Short name for labels; titles of documents are known to their widget only. */
export function nameOf(item: Item): string {
  if (item.kind === 'checklist') return item.title || 'checklist';
  if (item.kind !== 'text') return KINDS[item.kind];
  const line = item.text.trim().split('\n')[0] ?? '';
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH)}…` : line || 'text';
}

/** Makes a GM-only note of a typed item, which the item then refers to. */
function useMakeNote(campaign: string, onMade: (made: Item, from: Item) => void) {
  const { toast } = useShell();
  const api = useSessionsApi();
  /** One key for each text, so that a retry after a lost response returns the note of the first request. */
  const keys = useRef(new Map<string, string>());
  return useSerialMutation({
    async mutationFn(item: Item) {
      const content = { title: nameOf(item), markdown: markdownOf(item) };
      const text = JSON.stringify(content);
      const idempotency_key = keys.current.get(text) ?? crypto.randomUUID();
      keys.current.set(text, idempotency_key);
      return api.createNote({ campaign, ...content, idempotency_key });
    },
    onSuccess({ id: document }, from) {
      // The item may have changed since, and the change stays as a copy.
      onMade({ kind: 'document', id: from.id, document }, from);
      toast({
        message: 'The item is a note now. Only game masters see the note until you show it.',
      });
    },
    onError: (error) =>
      toast({ message: detailOrText(error, 'No note was created.').message, tone: 'error' }),
  });
}

function markdownOf(item: Item): string {
  if (item.kind === 'text') return item.text;
  if (item.kind !== 'checklist') return '';
  return item.lines.map(({ text, done }) => `- [${done ? 'x' : ' '}] ${text}`).join('\n');
}
