import { lazy, Suspense, useEffect, useState } from 'react';
import type { ShellApi } from '@tomekeeper/remote-kit';
import { ErrorBoundary } from '../remotes/error-boundary';
import { isTextField } from './shortcut-keys';

// Lazy, because few users open it and the dialog bundles focus handling.
const ShortcutDialog = lazy(async () => ({
  default: (await import('./shortcut-dialog')).ShortcutDialog,
}));

/** Opens the list of keyboard shortcuts on `?` outside text fields and dialogs. */
export function ShortcutHelp({ report }: { report: ShellApi['report'] }) {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.isComposing || event.repeat) return;
      if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!isOpen) return null;
  return (
    <ErrorBoundary
      onError={(error) => report(error, { remote: 'shell', where: 'shortcuts' })}
      fallback={() => null}
    >
      <Suspense fallback={null}>
        <ShortcutDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    </ErrorBoundary>
  );
}
