import { useState, type ComponentProps } from 'react';
import { VisuallyHidden } from '../visually-hidden';
import { Field, type FieldTexts } from './field';
import styles from './field.module.css';

export interface PasswordFieldProps
  extends FieldTexts, Omit<ComponentProps<'input'>, 'aria-describedby' | 'className' | 'type'> {}

/** Password input with a show/hide toggle. */
export function PasswordField({
  label,
  description,
  error,
  optional,
  ...input
}: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, description, error, optional }} id={input.id}>
      {(control) => (
        <div className={styles.withButton}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          <button
            type="button"
            className={styles.inside}
            aria-controls={control.id}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? 'Hide' : 'Show'}
            <VisuallyHidden> {label.toLowerCase()}</VisuallyHidden>
          </button>
        </div>
      )}
    </Field>
  );
}
