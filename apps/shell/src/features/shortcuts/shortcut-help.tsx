import { lazy, Suspense, useState } from 'react';
import type { ShellApi } from '@tomekeeper/remote-kit';
import { ErrorBoundary } from '../remotes/error-boundary';
import { isTextField } from './shortcut-keys';
import { useGlobalKey } from './use-global-key';

// Lazy, because few users open it and the dialog bundles focus handling.
const ShortcutDialog = lazy(async () => ({
  default: (await import('./shortcut-dialog')).ShortcutDialog,
}));

const isHelpKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  key === '?' && !ctrlKey && !metaKey && !altKey && !isTextField(target);

/** Opens the list of keyboard shortcuts on `?` outside text fields and dialogs. */
export function ShortcutHelp({ report }: { report: ShellApi['report'] }) {
  const [isOpen, setIsOpen] = useState(false);
  useGlobalKey(isHelpKey, () => setIsOpen(true));
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
