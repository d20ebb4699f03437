import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { Drawing, iconShapes } from '../icon';
import styles from './field.module.css';

export interface FieldTexts {
  label: string;
  /** What helps before typing: a rule, an example, why it is asked. */
  description?: ReactNode;
  /** What is wrong and how to put it right. Several sentences are shown on lines of their own. */
  error?: string | readonly string[] | null;
  /** Says that the field may stay empty. */
  optional?: boolean;
}

/** To be spread on the control, so that label, description and error belong to it. */
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

/** Label, description and error line around any control. */
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
      {/* Always there, so that screen readers notice when a sentence appears in it. */}
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
