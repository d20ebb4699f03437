import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './checkbox.module.css';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode;
  description?: ReactNode;
}

/** Styled native checkbox: works with forms, keyboards and screen readers. */
export function Checkbox({ label, description, ...input }: CheckboxProps) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className={styles.row}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={styles.box}
        aria-describedby={description ? `${id}-description` : undefined}
      />
      <div>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {description && (
          <div className={styles.description} id={`${id}-description`}>
            {description}
          </div>
        )}
      </div>
    </div>
  );
}
