import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { searchKeys } from './shortcut-keys';
import styles from './shortcut-dialog.module.css';

const shortcuts = (): readonly (readonly [keys: string, action: string])[] => [
  [searchKeys().shown, 'Search'],
  ['/', 'Search, or find in the open document'],
  ['↑ ↓', 'Previous or next document in a list'],
  ['Home End', 'First or last document in a list'],
  ['Shift ↑ ↓', 'Extend the selection in a list (game masters)'],
  ['Alt ↑ ↓', 'Previous or next passage of a document'],
  ['X', 'Select the focused passage (game masters)'],
  ['R', 'Reveal or hide the selected passages (game masters)'],
  ['Esc', 'Clear the selection, or close a dialog or menu'],
  ['F8', 'Go to the button of a message, such as Undo'],
  ['?', 'Show this list'],
];

/** Lists the keyboard shortcuts of the product. */
export function ShortcutDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <dl className={styles.list}>
        {shortcuts().map(([keys, action]) => (
          <div key={keys} className={styles.row}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
