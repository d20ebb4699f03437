import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { Outline, type OutlineProps } from './outline';
import styles from '../reader.module.css';

interface ReaderOutlineProps extends OutlineProps {
  /** There is room for it at the left of the text. */
  isAside: boolean;
  /** Whether its dialog stands open, where there is no room. */
  isOpen: boolean;
  onClose: () => void;
}

/** The outline beside the text, and in a dialog. */
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
