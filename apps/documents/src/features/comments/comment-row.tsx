import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { COMMENT_LIMITS } from '@tomekeeper/contracts-document';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { TextAreaField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster } from '@tomekeeper/ui/stack';
import { DayOf } from '../documents-api/display/day-of';
import type { Document } from '../documents-api/documents-api';
import { useCommentsApi, type Comment } from './comments-api';
import styles from './comments.module.css';

interface CommentRowProps {
  document: Document;
  comment: Comment;
  /** Name of the author. */
  author: string;
  /** Whether the viewer can write comments. */
  isOn: boolean;
  refetch: () => Promise<unknown>;
}

/** A comment with the actions of its author and of game masters. */
export function CommentRow({ document, comment, author, isOn, refetch }: CommentRowProps) {
  const { id, text, created_at, edited_at, handout, can_edit, can_delete } = comment;
  const { announce } = useShell();
  const viewAs = useViewAs();
  const api = useCommentsApi();
  const [edited, edit] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const saving = useSerialMutation({
    mutationFn: (changed: string) => api.edit(document.id, id, changed),
    async onSuccess() {
      await refetch();
      edit(undefined);
      announce('Comment saved.');
    },
  });
  const deleting = useSerialMutation({
    mutationFn: () => api.delete(document.id, id),
    async onSuccess() {
      setDeleting(false);
      await refetch();
      announce('Comment deleted.');
    },
  });
  const mayEdit = can_edit && isOn;
  const mayDelete = can_delete && viewAs === undefined;
  return (
    <li className={styles.comment}>
      <p className={styles.author}>
        <strong>{author}</strong> <DayOf moment={created_at} />
        {edited_at !== undefined && ' (edited)'}
        {handout !== undefined && ' in a handout'}
      </p>
      {edited === undefined ? (
        <p dir="auto" className={styles.words}>
          {text}
        </p>
      ) : (
        <>
          <TextAreaField
            label="Edit comment"
            rows={3}
            maxLength={COMMENT_LIMITS.length}
            value={edited}
            readOnly={saving.isPending}
            onChange={({ target }) => edit(target.value)}
            autoFocus
          />
          {saving.error && (
            <FormError {...detailOrText(saving.error, 'Failed to save the comment.')} />
          )}
        </>
      )}
      <Cluster>
        {edited !== undefined ? (
          <>
            <Button
              size="small"
              disabled={edited.trim() === ''}
              busy={saving.isPending && 'Saving…'}
              onClick={() => saving.mutate(edited)}
            >
              Save
            </Button>
            <Button size="small" variant="quiet" onClick={() => edit(undefined)}>
              Cancel
            </Button>
          </>
        ) : (
          mayEdit && (
            <Button size="small" variant="quiet" onClick={() => edit(text)}>
              Edit
            </Button>
          )
        )}
        {mayDelete && edited === undefined && (
          <Button size="small" variant="quiet" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </Cluster>
      <ConfirmDialog
        open={isDeleting}
        danger
        onClose={() => setDeleting(false)}
        busy={deleting.isPending && 'Deleting…'}
        title="Delete this comment?"
        description="It disappears for everyone, and cannot be restored."
        confirm="Delete comment"
        onConfirm={() => deleting.mutate()}
        failure={
          deleting.error ? detailOrText(deleting.error, 'Failed to delete the comment.') : undefined
        }
      />
    </li>
  );
}
