import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { BOARD_LIMITS } from '@tomekeeper/contracts-campaign';
import { useShell } from '@tomekeeper/remote-kit';
import { useDebounced } from '@tomekeeper/ui/debounced';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { TextField } from '@tomekeeper/ui/field';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { useBoardApi, type Candidate, type Item } from './board-api';
import styles from './board.module.css';

/** Debounces keystrokes. */
const PAUSE_MS = 200;
/** Maximum characters of a search. */
const QUERY_LENGTH = 200;

interface PickerProps {
  campaignId: string;
  items: readonly Item[];
  onPick: (item: Item) => void;
  onClose: () => void;
}

/** Dialog that searches the campaign and puts documents, pictures and passages on the board. Stays open for more. */
export function Picker({ campaignId, items, onPick, onClose }: PickerProps) {
  const { announce } = useShell();
  const api = useBoardApi();
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed.trim(), PAUSE_MS);
  const options = (kind: 'documents' | 'passages') => ({
    queryKey: ['board candidates', kind, campaignId, q],
    queryFn: ({ signal }: { signal: AbortSignal }) => api[kind](campaignId, q, signal),
    enabled: q !== '',
    gcTime: 0,
  });
  const documents = useQuery(options('documents'));
  const passages = useQuery(options('passages'));
  const found = [...(documents.data ?? []), ...(passages.data ?? [])];
  const error = documents.error ?? passages.error;
  const isLoading = q !== '' && (documents.isPending || passages.isPending);
  const isFull = items.length >= BOARD_LIMITS.items;
  const put = (candidate: Candidate) => {
    onPick(itemOf(candidate));
    announce(`On the board: ${nameOf(candidate)}`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add from the library"
      actions={
        <Button variant="secondary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <TextField
        label="Search documents, pictures and passages"
        type="search"
        data-first-focus=""
        autoComplete="off"
        maxLength={QUERY_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p role="status" className={styles.status}>
        {isFull
          ? `A board has at most ${BOARD_LIMITS.items} items. Remove one to add another.`
          : q === ''
            ? 'Type a part of a title, or words of a text.'
            : isLoading
              ? 'Searching…'
              : found.length > 0
                ? `${found.length} ${found.length === 1 ? 'result' : 'results'}`
                : error
                  ? ''
                  : 'No results. Try other words.'}
      </p>
      {error && (
        <LoadFailure
          {...detailOrText(error, 'Unable to search.')}
          onRetry={() => void Promise.all([documents.refetch(), passages.refetch()])}
        />
      )}
      <ul role="list" className={styles.candidates}>
        {found.map((candidate) => {
          const isThere = items.some((item) => refersTo(item, candidate));
          const words = isThere ? 'On the board' : 'Put on the board';
          return (
            <li key={candidate.passage ?? candidate.document} className={styles.candidate}>
              <div className={styles.content} dir="auto">
                <p className={styles.title}>{candidate.title}</p>
                <p className={styles.excerpt}>{candidate.text ?? NAMES[candidate.kind]}</p>
              </div>
              <Button
                variant="secondary"
                size="small"
                aria-label={`${words}: ${nameOf(candidate)}`}
                // Keeps the focus, unlike `disabled`.
                aria-disabled={isThere || isFull}
                onClick={() => !isThere && !isFull && put(candidate)}
              >
                {words}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

const NAMES = { document: 'Document', picture: 'Picture', passage: 'Passage' };

/** Characters of a passage in labels. */
const EXCERPT_LENGTH = 60;

/** Passages of one document have the same title. */
const nameOf = ({ title, text }: Candidate) =>
  text === undefined ? title : `${title}, “${text.slice(0, EXCERPT_LENGTH)}”`;

function itemOf({ kind, document, passage }: Candidate): Item {
  const id = crypto.randomUUID();
  return passage === undefined || kind !== 'passage'
    ? { kind: kind === 'picture' ? 'picture' : 'document', id, document }
    : { kind, id, document, passage };
}

function refersTo(item: Item, { document, passage }: Candidate): boolean {
  if (item.kind === 'passage') return item.passage === passage && item.document === document;
  const isOfDocument = item.kind === 'document' || item.kind === 'picture';
  return isOfDocument && passage === undefined && item.document === document;
}
