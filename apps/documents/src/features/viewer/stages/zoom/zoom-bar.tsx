import { Button } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { VisuallyHidden } from '@tomekeeper/ui/visually-hidden';
import { minus } from '../../viewer-shapes';
import styles from '../stages.module.css';
import { MAX_ZOOM, percent } from './zoom';

interface ZoomBarProps {
  scale: number;
  isFit: boolean;
  /** Minimum scale; fit by default. */
  atLeast?: number;
  /** Label of the fit button. */
  fitLabel: string;
  onStep: (direction: 'in' | 'out') => void;
  onFit: () => void;
}

/** Zoom controls. */
export function ZoomBar({ scale, isFit, atLeast, fitLabel, onStep, onFit }: ZoomBarProps) {
  const isSmallest = atLeast === undefined ? isFit : scale <= atLeast;
  return (
    <div className={styles.group} role="group" aria-label="Zoom">
      <Button
        variant="quiet"
        size="small"
        className={styles.tool}
        aria-disabled={isSmallest || undefined}
        title="Smaller (−)"
        onClick={() => onStep('out')}
      >
        <Drawing shape={minus} />
        <VisuallyHidden>Smaller</VisuallyHidden>
      </Button>
      <span className={styles.scale}>{percent(scale)}</span>
      <Button
        variant="quiet"
        size="small"
        className={styles.tool}
        aria-disabled={scale >= MAX_ZOOM || undefined}
        title="Larger (+)"
        onClick={() => onStep('in')}
      >
        <Drawing shape={iconShapes.plus} />
        <VisuallyHidden>Larger</VisuallyHidden>
      </Button>
      <Button
        variant="quiet"
        size="small"
        className={styles.tool}
        aria-pressed={isFit}
        onClick={onFit}
      >
        {fitLabel}
      </Button>
    </div>
  );
}
