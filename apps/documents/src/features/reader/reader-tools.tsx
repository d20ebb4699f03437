import { Button } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { FindField } from './find/find-field';
import type { Look } from './display-settings/look';
import { LookMenu } from './display-settings/look-menu';
import styles from './reader.module.css';
import type { Finding } from './find/use-finding';

interface ReaderToolsProps {
  finding: Finding;
  look: Look;
  onLook: (change: Partial<Look>) => void;
  /** Whether the text is next to the file, without room for an outline sidebar. */
  isBeside: boolean;
  /** Absent if the text has no outline. */
  onOutline: (() => void) | undefined;
  onLeaveFind: () => void;
}

/** The reader's buttons, in the bar above text and file. */
export function ReaderTools({
  finding,
  look,
  onLook,
  isBeside,
  onOutline,
  onLeaveFind,
}: ReaderToolsProps) {
  return (
    <>
      {onOutline && (
        <Button
          variant="quiet"
          size="small"
          className={isBeside ? undefined : styles.outlineButton}
          icon={<Drawing shape={iconShapes.menu} />}
          onClick={onOutline}
        >
          Outline
        </Button>
      )}
      <span className={styles.space} />
      {finding.isOpen ? (
        <FindField finding={finding} onClose={onLeaveFind} />
      ) : (
        <Button
          variant="quiet"
          size="small"
          icon={<Drawing shape={iconShapes.search} />}
          onClick={finding.open}
        >
          Find
        </Button>
      )}
      <LookMenu look={look} onLook={onLook} />
    </>
  );
}
