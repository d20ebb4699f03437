import type { ReactNode } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { ShortcutList } from '@tomekeeper/ui/shortcuts';
import { SHELL_SHORTCUTS } from './shortcut-keys';
import styles from './shortcut-dialog.module.css';

interface ShortcutDialogProps {
  /** Lists of remotes. */
  children: ReactNode;
  onClose: () => void;
}

/** Lists the keyboard shortcuts of the product. */
export function ShortcutDialog({ children, onClose }: ShortcutDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className={styles.lists}>
        <ShortcutList title="Everywhere" shortcuts={Object.values(SHELL_SHORTCUTS)} />
        {children}
      </div>
    </Dialog>
  );
}
