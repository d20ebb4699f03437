import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import { MenuItem } from '@tomekeeper/ui/menu';
import { nameOf, type Document } from '../../documents-api/documents-api';
import { RevealButton, type useReveal } from '../../sharing/reveal/reveal';
import { ShowButton, useShowNow } from '../../sharing/show-now/show-button';
import { FileMenu } from '../document-menu/file-menu';
import type { FileQuestion } from '../document-menu/file-questions';
import styles from './document-row.module.css';

/** GM actions on one document. */
export interface GmsActs {
  isChosen: boolean;
  onChoose: (press: { shiftKey: boolean }) => void;
  /** For the owner, after confirmation. */
  onDelete?: () => void;
  /** For a co-GM, without confirmation but with undo. */
  onTrash?: () => Promise<void>;
  onRename: () => void;
  /** Opens a dialog about the file. */
  onAskFile: (to: FileQuestion) => void;
}

interface RowActionsProps {
  document: Document;
  acts: GmsActs;
  reveal: ReturnType<typeof useReveal>;
  /** Whether all actions are in the menu. */
  isCompact: boolean;
  /** Whether arrow keys reach all actions but the first. */
  isRoving: boolean;
}

/** GM actions of a row: buttons and a menu, or only the menu. */
export function RowActions({ document, acts, reveal, isCompact, isRoving }: RowActionsProps) {
  const showing = useShowNow(document);
  // Submits once per press.
  const trashing = useSerialMutation({ mutationFn: async () => acts.onTrash?.() });
  const parts = { document, acts, reveal, showing, trashing };
  const tabIndex = isRoving && !isCompact ? -1 : undefined;
  const revealing = reveal.isPending && (document.is_spoilers ? 'Revealing…' : 'Hiding…');
  const busy = revealing || showing.busy || (trashing.isPending && 'Moving…');
  return (
    <>
      {!isCompact && <Buttons {...parts} tabIndex={tabIndex} />}
      {/* One menu for both layouts: it stays open when a phone is turned. */}
      <div className={styles.more} data-busy={isCompact && busy ? '' : undefined}>
        <FileMenu
          document={document}
          onAsk={acts.onAskFile}
          busy={isCompact && busy}
          tabIndex={tabIndex}
          first={isCompact && <FirstItems {...parts} busy={Boolean(busy)} />}
        >
          {isCompact && <LastItems {...parts} busy={Boolean(busy)} />}
        </FileMenu>
      </div>
      {showing.dialog}
    </>
  );
}

interface PartsProps extends Pick<RowActionsProps, 'document' | 'acts' | 'reveal'> {
  showing: ReturnType<typeof useShowNow>;
  trashing: { mutate: () => void; isPending: boolean };
}

function Buttons({
  document,
  acts,
  reveal,
  showing,
  trashing,
  tabIndex,
}: PartsProps & { tabIndex: number | undefined }) {
  const name = nameOf(document);
  const lesser = {
    variant: 'quiet',
    size: 'small',
    className: styles.lesser,
    tabIndex,
  } as const;
  return (
    <div className={styles.actions}>
      <RevealButton document={document} reveal={reveal} />
      <ShowButton {...{ document, showing, tabIndex }} className={styles.lesser} />
      <Button {...lesser} aria-label={`Rename ${name}`} onClick={acts.onRename}>
        Rename
      </Button>
      {acts.onDelete && (
        <Button {...lesser} aria-label={`Delete ${name}`} onClick={acts.onDelete}>
          Delete
        </Button>
      )}
      {acts.onTrash && (
        <Button
          {...lesser}
          aria-label={`Move to trash: ${name}`}
          busy={trashing.isPending && 'Moving…'}
          onClick={() => trashing.mutate()}
        >
          Move to trash
        </Button>
      )}
    </div>
  );
}

type ItemsProps = PartsProps & { busy: boolean };

/** Frequent actions of a phone's menu. */
function FirstItems({ document, acts, reveal, showing, busy }: ItemsProps) {
  return (
    <>
      <MenuItem
        icon={<Icon name={document.is_spoilers ? 'eye' : 'eye-off'} />}
        disabled={busy}
        onClick={reveal.toggle}
      >
        {reveal.words}
      </MenuItem>
      <MenuItem disabled={busy} onClick={showing.run}>
        {showing.words}
      </MenuItem>
      <MenuItem onClick={acts.onRename}>Rename</MenuItem>
    </>
  );
}

/** Deleting actions of a phone's menu. */
function LastItems({ acts, trashing, busy }: ItemsProps) {
  return (
    <>
      {acts.onDelete && (
        <MenuItem danger icon={<Icon name="trash" />} onClick={acts.onDelete}>
          Delete
        </MenuItem>
      )}
      {acts.onTrash && (
        <MenuItem icon={<Icon name="trash" />} disabled={busy} onClick={() => trashing.mutate()}>
          Move to trash
        </MenuItem>
      )}
    </>
  );
}
