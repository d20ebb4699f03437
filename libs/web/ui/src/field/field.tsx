import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  /** Help text shown before typing: a rule, an example or the purpose. */
  description?: ReactNode;
  /** The problem and its fix. Several messages appear on separate lines. */
  error?: string | readonly string[] | null;
  /** Marks the field as optional. */
  optional?: boolean;
}

/** Props of the control that associate it with label, description and error. */
export interface FieldControl {
  id: string;
  className: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

export interface FieldProps extends FieldTexts {
  id?: string;
  children: (control: FieldControl) => ReactNode;
}

function sentences(error: FieldTexts['error']): readonly string[] {
  if (!error) return [];
  return typeof error === 'string' ? [error] : error;
}

/** Label, description and error messages around a control. */
export function Field({ label, description, error, optional, id, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const errors = sentences(error);
  const describedBy = classNames(
    errors.length > 0 && `${controlId}-error`,
    optional && `${controlId}-optional`,
    Boolean(description) && `${controlId}-description`,
  );
  return (
    <div className={styles.field}>
      <div className={styles.heading}>
        <label className={styles.label} htmlFor={controlId}>
          {label}
        </label>
        {optional && (
          <span className={styles.optional} id={`${controlId}-optional`}>
            optional
          </span>
        )}
      </div>
      {description && (
        <div className={styles.description} id={`${controlId}-description`}>
          {description}
        </div>
      )}
      {children({
        id: controlId,
        className: styles.control ?? '',
        'aria-describedby': describedBy || undefined,
        'aria-invalid': errors.length > 0 || undefined,
      })}
      {/* Always rendered, so that screen readers announce messages added to it. */}
      <div className={styles.errors} id={`${controlId}-error`} aria-live="polite">
        {errors.map((sentence) => (
          <p className={styles.error} key={sentence}>
            <Drawing shape={iconShapes.alert} /> <span>{sentence}</span>
          </p>
        ))}
      </div>
    </div>
  );
}
