import { useState, type ReactNode } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { PHONE, useMediaQuery } from '@tomekeeper/ui/media-query';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import styles from './versions-dialog.module.css';

/** A mutation. */
interface Act {
  mutate: () => void;
  isPending: boolean;
}

interface RestoreOrDeleteProps {
  /** Name of the item, for button labels. */
  name: string;
  restoring: Act;
  deleting: Act;
  /** Further actions, between restore and delete. */
  children?: ReactNode;
}

/** Buttons that restore or permanently delete an item; on phones in a menu. */
export function RestoreOrDelete({ name, restoring, deleting, children }: RestoreOrDeleteProps) {
  /** Permanent deletion needs a second press as confirmation. */
  const [sure, setSure] = useState(false);
  const isPhone = useMediaQuery(PHONE);
  if (isPhone && !sure && !children)
    return (
      <div className={styles.more}>
        <MoreMenu label={`More for ${name}`} busy={restoring.isPending && 'Restoring…'}>
          <MenuItem disabled={restoring.isPending} onClick={() => restoring.mutate()}>
            Restore
          </MenuItem>
          <MenuItem
            danger
            icon={<Drawing shape={iconShapes.trash} />}
            onClick={() => setSure(true)}
          >
            Delete permanently
          </MenuItem>
        </MoreMenu>
      </div>
    );
  return (
    <div className={styles.actions}>
      {sure ? (
        <>
          <Button variant="quiet" size="small" onClick={() => setSure(false)}>
            Keep
          </Button>
          <Button
            variant="danger"
            size="small"
            autoFocus
            aria-label={`Delete permanently: ${name}`}
            busy={deleting.isPending && 'Deleting…'}
            onClick={() => deleting.mutate()}
          >
            Delete permanently
          </Button>
        </>
      ) : (
        <>
          <Button
            variant="secondary"
            size="small"
            aria-label={`Restore ${name}`}
            busy={restoring.isPending && 'Restoring…'}
            onClick={() => restoring.mutate()}
          >
            Restore
          </Button>
          {children}
          <Button
            variant="quiet"
            size="small"
            aria-label={`Delete permanently: ${name}`}
            onClick={() => setSure(true)}
          >
            Delete permanently
          </Button>
        </>
      )}
    </div>
  );
}
