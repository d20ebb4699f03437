import { useState, type ReactNode } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { Icon } from '@tomekeeper/ui/icon';
import { PHONE, useMediaQuery } from '@tomekeeper/ui/media-query';
import { MenuItem } from '@tomekeeper/ui/menu';
import { MoreMenu } from '@tomekeeper/ui/more-menu';
import { nameOf } from '../../documents-api/documents-api';
import { printPath } from '../../documents-api/viewer-path';
import { useSpoilerCheck } from '../../sharing/spoiler-check/use-spoiler-check';
import { CategoryDialog } from '../category/category-dialog';
import { TagDialog } from '../tags/tag-dialog';
import type { Selection } from './selection';
import styles from './selection-bar.module.css';
import type { useBulkActs } from './use-bulk-acts';

/** Maximum names in the delete confirmation before the rest is counted. */
const MAX_NAMED = 5;
/** Maximum documents to print, which the address of the print page contains. */
const MOST_PRINTED = 100;

interface OtherAction {
  label: string;
  icon?: ReactNode;
  isQuiet?: boolean;
  run: () => void;
}

/** Bulk actions for the selected documents, or the progress of an undo without a selection, at the bottom edge within thumb reach. */
export function SelectionBar({
  campaignId,
  known,
  isOwner,
  selection: { chosen, all, clear },
  bulk: { busy, change, remove, tag, categorize, pin },
}: {
  campaignId: string;
  /** Tags of the campaign. */
  known: readonly string[];
  /** The owner deletes; a co-GM moves to the trash. */
  isOwner: boolean;
  selection: Selection;
  bulk: ReturnType<typeof useBulkActs>;
}) {
  const [asked, setAsked] = useState<'delete' | 'tag' | 'category'>();
  const isPhone = useMediaQuery(PHONE);
  const { routing } = useShell();
  const loose = chosen.filter(({ pinned }) => !pinned);
  const spoilers = useSpoilerCheck(campaignId);
  const close = () => setAsked(undefined);
  const secret = chosen.filter(({ is_spoilers }) => is_spoilers);
  const open = chosen.filter(({ is_spoilers }) => !is_spoilers);
  /** In a menu on phones, so that the bar has two rows at most. */
  const others: OtherAction[] =
    chosen.length === 0
      ? []
      : [
          // A service version without tags omits the field.
          ...(chosen.every(({ tags }) => tags)
            ? [
                { label: 'Tags', run: () => setAsked('tag') },
                { label: 'Category', run: () => setAsked('category') },
                loose.length > 0
                  ? { label: `Pin ${loose.length}`, run: () => pin(loose, true) }
                  : { label: `Unpin ${chosen.length}`, run: () => pin(chosen, false) },
              ]
            : []),
          {
            label: isOwner ? `Delete ${chosen.length}` : `Move ${chosen.length} to trash`,
            icon: <Icon name="trash" />,
            run: () => setAsked('delete'),
          },
          ...(chosen.length <= MOST_PRINTED
            ? [
                {
                  label: 'Print',
                  run: () =>
                    routing.navigate(
                      printPath(
                        campaignId,
                        chosen.map(({ id }) => id),
                      ),
                    ),
                },
              ]
            : []),
          { label: 'Select all', isQuiet: true, run: all },
        ];

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
      {isPhone
        ? others.length > 0 && (
            <MoreMenu label="More actions">
              {others.map(({ label, icon, run }) => (
                <MenuItem key={label} icon={icon} disabled={Boolean(busy)} onClick={run}>
                  {label}
                </MenuItem>
              ))}
            </MoreMenu>
          )
        : others.map(({ label, icon, isQuiet, run }) => (
            <Button
              key={label}
              variant={isQuiet ? 'quiet' : 'secondary'}
              size="small"
              icon={icon}
              disabled={Boolean(busy)}
              onClick={run}
            >
              {label}
            </Button>
          ))}
      {chosen.length > 0 && (
        <Button
          variant="quiet"
          size="small"
          className={styles.clear}
          disabled={Boolean(busy)}
          onClick={clear}
        >
          Clear
        </Button>
      )}
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
