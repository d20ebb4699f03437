import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { COMMENT_LIMITS } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { TextAreaField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { audienceOfPassage } from '@tomekeeper/visibility';
import type { Document } from '../documents-api/documents-api';
import type { Passage } from '../documents-api/passages-api';
import { importedAuthorInWords } from '../documents-api/player-notes/note-readers';
import { usePeople } from '../documents-api/use-people';
import { useCommentsApi, type Comment } from './comments-api';
import { CommentRow } from './comment-row';
import { commentDraft, type OpenComments } from './use-comments';
import styles from './comments.module.css';

interface CommentsDialogProps {
  document: Document;
  passage: Passage;
  comments: OpenComments;
  /** User id of the viewer. */
  person: string | undefined;
}

/** Comments on a passage, with a field for another one. */
export function CommentsDialog({ document, passage, comments, person }: CommentsDialogProps) {
  const { announce } = useShell();
  const api = useCommentsApi();
  const { data: people } = usePeople(document.campaign);
  const { threads, isOn, drafts, refetch, close } = comments;
  const thread = threads.get(passage.id) ?? [];
  const [draft, setDraft] = useState(() => drafts.get(passage.id) ?? commentDraft(''));
  const type = (text: string) => {
    const next = commentDraft(text);
    drafts.set(passage.id, next);
    setDraft(next);
  };
  const sending = useSerialMutation({
    mutationFn: () =>
      api.create(document.id, {
        ...{ passage: passage.id, text: draft.text, idempotency_key: draft.key },
      }),
    async onSuccess() {
      type('');
      await refetch();
      announce('Comment sent.');
    },
  });
  const nameOf = ({ author, is_imported, imported_author }: Comment): string => {
    if (is_imported) return importedAuthorInWords(imported_author);
    if (author === undefined) return 'Former member';
    if (author === person) return 'You';
    // While names load.
    if (!people) return '…';
    return people.find(({ id }) => id === author)?.name ?? 'Member';
  };
  const isGmOnly = audienceOfPassage(passage, document).kind === 'gm';
  return (
    <Dialog
      open
      onClose={close}
      busy={sending.isPending}
      title="Comments"
      description={
        passage.text && (
          <p dir="auto" className={styles.passage}>
            {passage.text}
          </p>
        )
      }
      actions={
        <>
          <Button variant="secondary" disabled={sending.isPending} onClick={close}>
            Close
          </Button>
          {isOn && (
            <Button
              disabled={draft.text.trim() === ''}
              busy={sending.isPending && 'Sending…'}
              onClick={() => sending.mutate()}
            >
              Send
            </Button>
          )}
        </>
      }
    >
      {thread.length > 0 ? (
        // Scrolls by keyboard.
        <ol role="list" className={styles.thread} tabIndex={0} aria-label="Comments">
          {thread.map((one) => (
            <CommentRow
              key={one.id}
              {...{ document, isOn, refetch }}
              comment={one}
              author={nameOf(one)}
            />
          ))}
        </ol>
      ) : (
        <p className={styles.none}>No comments yet.</p>
      )}
      {isOn && (
        <TextAreaField
          label="Comment"
          rows={3}
          maxLength={COMMENT_LIMITS.length}
          description={
            isGmOnly
              ? 'Only game masters read it.'
              : document.handouts
                ? 'The game masters and readers of this document read it. Readers of its handouts do not.'
                : 'The game masters and everyone who sees this passage read it.'
          }
          value={draft.text}
          readOnly={sending.isPending}
          onChange={({ target }) => type(target.value)}
          {...(thread.length === 0 && { 'data-first-focus': '' })}
        />
      )}
      {sending.error && (
        <FormError {...detailOrText(sending.error, 'Failed to send the comment.')} />
      )}
    </Dialog>
  );
}
