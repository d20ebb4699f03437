import { TextField, type TextFieldProps } from './text-field';

/** Longest address that mail servers take. */
const LONGEST = 254;

/** An e-mail address, typed as addresses are. */
export function EmailField(props: Partial<TextFieldProps>) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={LONGEST}
      required
      {...props}
    />
  );
}
