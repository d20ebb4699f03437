import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { onOutsidePress } from '@tomekeeper/ui/outside-press';
import { MEASURES, SIZES, type Look } from './look';
import styles from '../reader.module.css';

interface LookMenuProps {
  look: Look;
  onLook: (change: Partial<Look>) => void;
}

/** Menu for font size and line length. */
export function LookMenu({ look, onLook }: LookMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    return onOutsidePress(
      (target) => root.current?.contains(target) ?? false,
      () => setOpen(false),
    );
  }, [isOpen]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div ref={root} className={styles.look} onKeyDown={press}>
      <Button
        ref={button}
        variant="quiet"
        size="small"
        className={styles.tool}
        aria-label="Type size and line length"
        title="Type size and line length"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true" className={styles.letters}>
          <span>A</span>a
        </span>
      </Button>
      {isOpen && (
        <div id={id} className={styles.lookList} role="group" aria-label="How the text looks">
          <Choice
            legend="Type size"
            options={SIZES}
            value={look.size}
            onChange={(size) => onLook({ size })}
          />
          <Choice
            legend="Line length"
            options={MEASURES}
            value={look.measure}
            onChange={(measure) => onLook({ measure })}
          />
        </div>
      )}
    </div>
  );
}

interface ChoiceProps<Name extends string> {
  legend: string;
  options: Readonly<Record<Name, { words: string }>>;
  value: Name;
  onChange: (value: Name) => void;
}

function Choice<Name extends string>({ legend, options, value, onChange }: ChoiceProps<Name>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      <div className={styles.options}>
        {(Object.keys(options) as Name[]).map((one) => (
          <label key={one} className={styles.option}>
            <input
              type="radio"
              name={name}
              checked={one === value}
              onChange={() => onChange(one)}
            />
            <span>{options[one].words}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
