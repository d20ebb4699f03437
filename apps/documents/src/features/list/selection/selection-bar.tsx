import { useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Icon } from '@tomekeeper/ui/icon';
import { nameOf } from '../../documents-api/documents-api';
import { useSpoilerCheck } from '../../sharing/spoiler-check/use-spoiler-check';
import { CategoryDialog } from '../category/category-dialog';
import { TagDialog } from '../tags/tag-dialog';
import type { Selection } from './selection';
import styles from './selection-bar.module.css';
import { useBulkActs } from './use-bulk-acts';

/** Maximum names in the delete confirmation before the rest is counted. */
const MAX_NAMED = 5;

/** Bulk actions for the selected documents, at the bottom edge within thumb reach. */
export function SelectionBar({
  campaignId,
  known,
  isOwner,
  selection: { chosen, all, clear },
}: {
  campaignId: string;
  /** Tags of the campaign. */
  known: readonly string[];
  /** The owner deletes; a co-GM moves to the trash. */
  isOwner: boolean;
  selection: Selection;
}) {
  const [asked, setAsked] = useState<'delete' | 'tag' | 'category'>();
  const { busy, change, remove, tag, categorize, pin } = useBulkActs(campaignId, clear);
  const loose = chosen.filter(({ pinned }) => !pinned);
  const spoilers = useSpoilerCheck(campaignId);
  const close = () => setAsked(undefined);
  const secret = chosen.filter(({ is_spoilers }) => is_spoilers);
  const open = chosen.filter(({ is_spoilers }) => !is_spoilers);

  return (
    <div
      className={styles.bar}
      role="group"
      aria-label="Selected documents"
      data-takes-lower-edge=""
      // Messages are placed elsewhere.
      data-thumb="bar"
    >
      <span className={styles.count} role="status">
        {busy?.words ?? `${chosen.length} selected`}
      </span>
      {secret.length > 0 && (
        <Button
          size="small"
          icon={<Icon name="eye" />}
          disabled={Boolean(busy)}
          busy={spoilers.isPending && 'Checking…'}
          onClick={() =>
            spoilers.before(
              {
                texts: secret.map(nameOf),
                audience: 'party',
                revealing: secret.map(({ id }) => ({ document: id, passages: 'all' })),
              },
              () => change(secret, false),
            )
          }
        >
          Reveal {secret.length}
        </Button>
      )}
      {open.length > 0 && (
        <Button
          variant="secondary"
          size="small"
          icon={<Icon name="eye-off" />}
          disabled={Boolean(busy)}
          onClick={() => change(open, true)}
        >
          Hide {open.length}
        </Button>
      )}
      {/* A service version without tags omits the field. */}
      {chosen.every(({ tags }) => tags) && (
        <>
          <Button
            variant="secondary"
            size="small"
            disabled={Boolean(busy)}
            onClick={() => setAsked('tag')}
          >
            Tags
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabled={Boolean(busy)}
            onClick={() => setAsked('category')}
          >
            Category
          </Button>
          <Button
            variant="secondary"
            size="small"
            disabled={Boolean(busy)}
            onClick={() => (loose.length > 0 ? pin(loose, true) : pin(chosen, false))}
          >
            {loose.length > 0 ? `Pin ${loose.length}` : `Unpin ${chosen.length}`}
          </Button>
        </>
      )}
      <Button
        variant="secondary"
        size="small"
        icon={<Icon name="trash" />}
        disabled={Boolean(busy)}
        onClick={() => setAsked('delete')}
      >
        {isOwner ? `Delete ${chosen.length}` : `Move ${chosen.length} to trash`}
      </Button>
      <Button variant="quiet" size="small" disabled={Boolean(busy)} onClick={all}>
        Select all
      </Button>
      <Button variant="quiet" size="small" disabled={Boolean(busy)} onClick={clear}>
        Clear
      </Button>
      {spoilers.dialog}
      <ConfirmDialog
        open={asked === 'delete'}
        onClose={close}
        title={isOwner ? 'Delete documents' : 'Move to trash'}
        description={
          isOwner
            ? `Are you sure you want to delete ${chosen.length} documents?`
            : `Do you want to move ${chosen.length} documents to the trash?`
        }
        confirm={isOwner ? 'OK' : 'Move to trash'}
        danger
        onConfirm={() => {
          close();
          remove(chosen);
        }}
      >
        <p>You can bring them back from the trash for 30 days.</p>
        <ul>
          {chosen.slice(0, MAX_NAMED).map((document) => (
            <li key={document.id}>{nameOf(document)}</li>
          ))}
          {chosen.length > MAX_NAMED && <li>and {chosen.length - MAX_NAMED} more</li>}
        </ul>
      </ConfirmDialog>
      {asked === 'tag' && (
        <TagDialog
          documents={chosen}
          known={known}
          onClose={close}
          onTag={(change) => tag(chosen, change)}
        />
      )}
      {asked === 'category' && (
        <CategoryDialog
          documents={chosen}
          onClose={close}
          onChoose={(category) => categorize(chosen, category)}
        />
      )}
    </div>
  );
}
