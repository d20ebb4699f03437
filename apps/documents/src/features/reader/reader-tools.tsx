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
  /** The text stands beside the file: there is no room for an outline at its left. */
  isBeside: boolean;
  /** Left out where there is none. */
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
