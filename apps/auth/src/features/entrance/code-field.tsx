import { TextField, type TextFieldProps } from '@tomekeeper/ui/field';
import styles from './code-field.module.css';

/** A code from a mail: digits on the phone's keyboard, offered by it when it has read the mail. */
export function CodeField(props: TextFieldProps) {
  return (
    <div className={styles.code}>
      <TextField
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        required
        {...props}
      />
    </div>
  );
}
