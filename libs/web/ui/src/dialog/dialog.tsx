import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import * as Radix from '@radix-ui/react-dialog';
import { classNames } from '../class-names';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Called on Escape, and on a press outside unless that would lose typed text; buttons in `actions` call it themselves. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, primary action last. On phones they are at the bottom, within reach of the thumb. */
  actions?: ReactNode;
  /** While true, the dialog cannot be closed. */
  busy?: boolean;
  /** Uses the whole screen, for viewing content. */
  wide?: boolean;
  /**
   * Aligned to the top, with a visually hidden title and content that brings its own spacing and buttons; full height on phones.
   */
  bare?: boolean;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;
/** Words of a search are not worth keeping. */
const TEXT_CONTROLS =
  'textarea, input:is([type="text"], [type="email"], [type="date"], :not([type]))';

/**
 * Modal dialog. Focuses `data-first-focus` or else the first focusable element, traps focus and restores it on close; on phones
 * it slides up from the bottom edge.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  busy = false,
  wide = false,
  bare = false,
}: DialogProps) {
  /** Element to restore focus to; without a trigger, Radix would leave it on the body. */
  const cameFrom = useRef<Element>(null);
  const content = useRef<HTMLDivElement>(null);

  useCloseRequests(open && !busy, onClose);
  /** Text fields in which the user typed. */
  const typedIn = useRef(new Set<TextControl>());
  const onInteractOutside = (event: { preventDefault: () => void }) => {
    // On a phone, a thumb easily misses the sheet; Escape and Cancel discard typed text.
    const hasTypedText = [...typedIn.current].some((field) => field.isConnected && field.value);
    if (busy || hasTypedText) event.preventDefault();
  };
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
    >
      <Radix.Portal>
        {/*
         * Radix locks scrolling with an inline <style>, which our content security policy blocks; the stylesheet does it instead.
         */}
        <div className={styles.scrim}>
          <Radix.Content
            ref={content}
            className={classNames(styles.dialog, wide && styles.wide, bare && styles.bare)}
            aria-modal="true"
            aria-busy={busy || undefined}
            onOpenAutoFocus={(event) => {
              cameFrom.current = document.activeElement;
              const first = content.current?.querySelector<HTMLElement>('[data-first-focus]');
              if (!first) return;
              event.preventDefault();
              first.focus();
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              // The dialog's action, such as a navigation, may already have moved focus.
              const isFree = document.activeElement === document.body;
              if (isFree && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
            }}
            onEscapeKeyDown={(event) => {
              // Escape closes an open menu first.
              if (busy || content.current?.querySelector('[role="menu"]')) event.preventDefault();
            }}
            onInteractOutside={onInteractOutside}
            onInput={({ target }) => {
              if (!bare && target instanceof Element && target.matches(TEXT_CONTROLS))
                typedIn.current.add(target as TextControl);
            }}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <Radix.Title className={styles.title}>{title}</Radix.Title>
            {description && (
              <Radix.Description className={styles.description} asChild>
                <div>{description}</div>
              </Radix.Description>
            )}
            {children && <div className={styles.body}>{children}</div>}
            {actions && <div className={styles.actions}>{actions}</div>}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

type CloseWatching = new () => { onclose: (() => void) | null; destroy(): void };

/** Closes the dialog on Android's back gesture instead of leaving the page, in browsers with CloseWatcher. */
function useCloseRequests(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !('CloseWatcher' in window)) return;
    const watcher = new (window.CloseWatcher as CloseWatching)();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [isOpen]);
}
