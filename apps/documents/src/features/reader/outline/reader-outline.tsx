import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { Outline, type OutlineProps } from './outline';
import styles from '../reader.module.css';

interface ReaderOutlineProps extends OutlineProps {
  /** Whether there is room for the outline next to the text. */
  isAside: boolean;
  /** Whether the dialog is open, if there is no room. */
  isOpen: boolean;
  onClose: () => void;
}

/** Outline as a sidebar or in a dialog. */
export function ReaderOutline({ isAside, isOpen, onClose, ...outline }: ReaderOutlineProps) {
  return (
    <>
      {isAside && (
        <div className={styles.aside}>
          <Outline {...outline} />
        </div>
      )}
      <Dialog
        open={isOpen}
        onClose={onClose}
        title="Outline"
        actions={
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        }
      >
        <Outline {...outline} />
      </Dialog>
    </>
  );
}
