import { TextField, type TextFieldProps } from '@tomekeeper/ui/field';

/** An address, typed as addresses are. */
export function EmailField(props: Partial<TextFieldProps>) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  );
}
