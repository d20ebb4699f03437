import type { ComponentProps } from 'react';
import { TextField } from '@tomekeeper/ui/field';

type Props = Omit<ComponentProps<typeof TextField>, 'label' | 'type'>;

/** The visitor's e-mail address. */
export function EmailField(props: Props) {
  return (
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
      required
      {...props}
    />
  );
}
