import {
  useState,
  type ComponentProps,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { classNames } from '../class-names';
import { buttonClass, type ButtonLook } from './button-class';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Progress text such as 'Saving…'. While it is set, presses are ignored. */
  busy?: string | false | null;
  icon?: ReactNode;
}

/**
 * While busy, the button keeps focus and its tab stop (which `disabled` would lose) and ignores presses, including a form's Enter
 * key. Its text is a live region only while focused, so that a page with a hundred buttons has one live region.
 */
export function Button({
  variant,
  size,
  wide,
  busy,
  icon,
  type = 'button',
  className,
  children,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: ButtonProps) {
  const [focused, setFocused] = useState(false);
  const focus = (event: FocusEvent<HTMLButtonElement>) => {
    setFocused(true);
    onFocus?.(event);
  };
  const blur = (event: FocusEvent<HTMLButtonElement>) => {
    setFocused(false);
    onBlur?.(event);
  };
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classNames(buttonClass({ variant, size, wide }), className)}
      aria-busy={busy ? true : undefined}
      aria-disabled={busy ? true : rest['aria-disabled']}
      onClick={press}
      onFocus={focus}
      onBlur={blur}
    >
      {!busy && icon}
      <span className={styles.words} aria-live={focused ? 'polite' : undefined}>
        {busy || children}
      </span>
    </button>
  );
}
