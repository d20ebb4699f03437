import { useId, type ReactNode } from 'react';
import styles from './reader-choice.module.css';

export interface ReaderChoiceProps<Value extends string> {
  legend: string;
  choices: readonly {
    value: Value;
    label: ReactNode;
    /** Sentence that says who reads the note. */
    readers: string;
  }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** Radio group of a note's possible readers. */
export function ReaderChoice<Value extends string>({
  legend,
  choices,
  value: chosen,
  onChange,
}: ReaderChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.audience}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map(({ value, label, readers }) => (
        <div key={value}>
          <label className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={value === chosen}
              aria-describedby={`${name}-${value}`}
              onChange={() => onChange(value)}
            />
            {label}
          </label>
          <p id={`${name}-${value}`} className={styles.readers}>
            {readers}
          </p>
        </div>
      ))}
    </fieldset>
  );
}
