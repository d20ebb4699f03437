import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import * as Radix from '@radix-ui/react-dialog';
import { classNames } from '../class-names';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Asked for by Escape and by pressing outside; buttons in `actions` call it themselves. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the one that goes on last. On the phone they stand in reach of the thumb. */
  actions?: ReactNode;
  /** Something is under way: it can't be closed until that is over. */
  busy?: boolean;
  /** It takes the whole screen: what is in it is to be looked at. */
  wide?: boolean;
  /** It hangs from the upper edge, its title is only said, and what is in it brings room and buttons of its own; on the phone it has the whole height. */
  bare?: boolean;
}

/**
 * A question that must be answered first. Focus goes in, to what has `data-first-focus` or else the first that takes it, stays
 * in and returns to where it was; on the phone it rises from the bottom edge.
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
  /** Where the focus was; without a trigger of its own, Radix would leave it on the body. */
  const cameFrom = useRef<Element>(null);
  const content = useRef<HTMLDivElement>(null);

  useCloseRequests(open && !busy, onClose);
  const keepOpenWhileBusy = (event: { preventDefault: () => void }) => {
    if (busy) event.preventDefault();
  };
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !busy) onClose();
      }}
    >
      <Radix.Portal>
        {/* Radix locks scrolling with a <style> of its own, which our content security policy refuses;
            the stylesheet does it instead. */}
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
              // What the dialog led to, such as another page, may have taken the focus already.
              const isFree = document.activeElement === document.body;
              if (isFree && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
            }}
            onEscapeKeyDown={keepOpenWhileBusy}
            onInteractOutside={keepOpenWhileBusy}
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

/** Android's back closes what is open instead of leaving the page, where the browser tells of it. */
function useCloseRequests(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !('CloseWatcher' in window)) return;
    const watcher = new (window.CloseWatcher as CloseWatching)();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [isOpen]);
}
