import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ShellApi } from '@tomekeeper/remote-kit';
import { ErrorBoundary } from '../remotes/error-boundary';
import { isPressed } from '@tomekeeper/ui/shortcuts';
import { isTextField, SHELL_SHORTCUTS } from './shortcut-keys';
import { useGlobalKey } from './use-global-key';

// Lazy, because few users open it and the dialog bundles focus handling.
const ShortcutDialog = lazy(async () => ({
  default: (await import('./shortcut-dialog')).ShortcutDialog,
}));

const isHelpKey = (event: KeyboardEvent): boolean =>
  isPressed(event, SHELL_SHORTCUTS.help) && (event.key === '/' || !isTextField(event.target));

interface ShortcutHelpProps {
  report: ShellApi['report'];
  /** Lists of remotes, rendered when the list is opened. */
  children: ReactNode;
}

/** Opens the list of keyboard shortcuts on `?` outside text fields, and on Ctrl+/ or ⌘/. Ignores keys in dialogs. */
export function ShortcutHelp({ report, children }: ShortcutHelpProps) {
  const [isOpen, setIsOpen] = useState(false);
  useGlobalKey(isHelpKey, () => setIsOpen(true));
  if (!isOpen) return null;
  return (
    <ErrorBoundary
      onError={(error) => report(error, { remote: 'shell', where: 'shortcuts' })}
      fallback={() => null}
    >
      <Suspense fallback={null}>
        <ShortcutDialog onClose={() => setIsOpen(false)}>{children}</ShortcutDialog>
      </Suspense>
    </ErrorBoundary>
  );
}
