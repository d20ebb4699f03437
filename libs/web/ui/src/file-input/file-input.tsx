import { useState, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { Field } from '../field';
import { Icon } from '../icon';
import { fileSize } from './file-size';
import styles from './file-input.module.css';

export interface FileInputProps {
  label: string;
  file: File | null;
  onFile: (file: File | null) => void;
  description?: ReactNode;
  error?: string | readonly string[] | null;
  accept?: string;
  disabled?: boolean;
  id?: string;
}

/** Native file input stretched over a card, which supports clicks, keys and dropped files without scripting. */
export function FileInput({
  label,
  file,
  onFile,
  description,
  error,
  accept,
  disabled = false,
  id,
}: FileInputProps) {
  const [over, setOver] = useState(false);

  return (
    <Field {...{ label, description, error, id }}>
      {({ className: _, ...control }) => (
        <div
          className={classNames(styles.target, over && styles.over, disabled && styles.disabled)}
          onDragEnter={() => setOver(!disabled)}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            setOver(false);
            // Otherwise the browser would navigate to the dropped file.
            if (disabled) event.preventDefault();
          }}
        >
          <input
            {...control}
            className={styles.input}
            type="file"
            accept={accept}
            disabled={disabled}
            onChange={(event) => onFile(event.target.files?.[0] ?? null)}
          />
          <div className={styles.words} aria-hidden="true">
            <Icon name={file ? 'file' : 'upload'} size={24} />
            {file ? (
              <span className={styles.name}>
                {file.name} <span className={styles.size}>{fileSize(file.size)}</span>
              </span>
            ) : (
              <span>
                <span className={styles.choose}>Choose a file</span>
                <span className={styles.drop}> or drop it here</span>
              </span>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
