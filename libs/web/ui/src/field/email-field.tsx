import { TextField, type TextFieldProps } from './text-field';

/** Maximum length of an address (RFC 5321). */
const LONGEST = 254;

/** E-mail input with suitable keyboard and autocomplete. */
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
