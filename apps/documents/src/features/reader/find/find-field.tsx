import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { isPressed } from '@tomekeeper/ui/shortcuts';
import { FIND_SHORTCUTS } from '../../shortcuts/shortcuts';
import styles from '../reader.module.css';
import type { Finding } from './use-finding';

/** Find bar, which searches the whole text, including unrendered passages. */
export function FindField({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [finding.asked]);
  const press = (event: KeyboardEvent) => {
    const { next, previous, close } = FIND_SHORTCUTS;
    const press = isPressed(event, next)
      ? () => finding.step(1)
      : isPressed(event, previous)
        ? () => finding.step(-1)
        : isPressed(event, close) && onClose;
    if (!press) return;
    event.preventDefault();
    press();
  };
  const has = finding.count > 0;
  return (
    <div className={styles.find} role="search" onKeyDown={press}>
      <label className={styles.findLabel}>
        <span className={styles.findWords}>Find in this text</span>
        <input
          ref={field}
          type="text"
          className={styles.findInput}
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Find in this text"
          value={finding.typed}
          onChange={(event) => finding.type(event.target.value)}
        />
      </label>
      <span className={styles.findCount} role="status">
        {finding.words}
      </span>
      <div className={styles.findSteps}>
        <FindButton label="Previous place" isOff={!has} onPress={() => finding.step(-1)}>
          {up}
        </FindButton>
        <FindButton label="Next place" isOff={!has} onPress={() => finding.step(1)}>
          {down}
        </FindButton>
        <FindButton label="Close find" onPress={onClose}>
          {iconShapes.x}
        </FindButton>
      </div>
    </div>
  );
}

interface FindButtonProps {
  label: string;
  isOff?: boolean;
  onPress: () => void;
  /** Icon. */
  children: ReactNode;
}

function FindButton({ label, isOff, onPress, children }: FindButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      className={styles.tool}
      aria-label={label}
      aria-disabled={isOff || undefined}
      onClick={onPress}
    >
      <Drawing shape={children} />
    </Button>
  );
}

const up = <path d="m4.75 12.5 5.25-5.25 5.25 5.25" />;
const down = <path d="m4.75 7.5 5.25 5.25 5.25-5.25" />;
