import { useCallback, useEffect, useState } from 'react';
import type { ShellApi, WidgetName } from '@tomekeeper/remote-kit';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import type { AppHistory } from '../../routing/history';
import { ErrorBoundary } from '../remotes/error-boundary';
import type { RemoteLoader } from '../remotes/loader/remote-loader';
import { useRemote } from '../remotes/loader/use-remote';
import { whenIdle } from '../../paint/paint';
import type { ToastStore } from '../toasts/toast-store';
import { searchKeys } from '../shortcuts/shortcut-keys';
import { useGlobalKey } from '../shortcuts/use-global-key';
import { isSearchKey } from './search-keys';
import styles from './search.module.css';
import { ShortcutHelp } from '../shortcuts/shortcut-help';
import { typedAhead, type TypedAhead } from './typed-ahead';

/** Delay before preloading the palette, so that the page's own requests come first. */
const PREPARED_AFTER_MS = 2_500;

/** Parts of the shell that search uses. */
export interface SearchShell {
  api: ShellApi;
  loader: RemoteLoader;
  toasts: ToastStore;
  history: AppHistory;
  /** Id of the remote that provides a widget; undefined if none is installed. */
  ownerOf: (widget: WidgetName) => string | undefined;
}

interface SearchToolsProps {
  shell: SearchShell;
  /** Id of the remote that provides the palette. */
  owner: string;
  /** Whether the button is in the bar at the lower edge of phones. */
  isInBar: boolean;
}

/** Search button, its shortcuts and the palette on demand. */
export function SearchTools({ shell, owner, isInBar }: SearchToolsProps) {
  const { loader } = shell;
  const { Widget } = shell.api;
  const [typed, setTyped] = useState<TypedAhead>();
  const close = useCallback(() => setTyped(undefined), []);
  const open = () => {
    if (!typed) setTyped(typedAhead(window, close));
  };
  useGlobalKey(isSearchKey, open);
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(() => loader.prepare(owner)), PREPARED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loader, owner]);
  const prepare = () => loader.prepare(owner);
  const keys = searchKeys();
  return (
    <>
      <button
        type="button"
        className={isInBar ? styles.inBar : styles.button}
        data-thumb="search"
        aria-haspopup="dialog"
        aria-keyshortcuts={`${keys.said} /`}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
      >
        <Drawing shape={iconShapes.search} size={20} />
        <span className={isInBar ? undefined : styles.word}>Search</span>
        {!isInBar && (
          <kbd className={styles.keys} aria-hidden="true">
            {keys.shown}
          </kbd>
        )}
      </button>
      <ShortcutHelp report={shell.api.report}>
        {shell.ownerOf('documents.shortcuts') && <Widget id="documents.shortcuts" props={{}} />}
      </ShortcutHelp>
      {typed && <Palette {...{ shell, owner, typed }} onClose={close} />}
    </>
  );
}

interface PaletteProps extends Pick<SearchToolsProps, 'shell' | 'owner'> {
  typed: TypedAhead;
  onClose: () => void;
}

function Palette({ shell, owner, typed, onClose }: PaletteProps) {
  const { loader, toasts, history, api } = shell;
  const state = useRemote(loader, owner);
  useEffect(() => typed.stop, [typed]);
  // Any navigation closes the palette.
  useEffect(() => history.subscribe(onClose), [history, onClose]);
  const fail = useCallback(() => {
    toasts.toast({
      tone: 'error',
      message: 'Search is not available right now. Try again in a moment.',
    });
    onClose();
  }, [toasts, onClose]);
  const isFailed = state.status === 'failed';
  useEffect(() => {
    // Ignores an earlier failure that is already being retried.
    if (isFailed && loader.state(owner).status === 'failed') fail();
  }, [isFailed, loader, owner, fail]);

  if (state.status !== 'ready')
    return (
      <p role="status" className={styles.coming}>
        Loading search…
      </p>
    );
  const Widget = state.remote.widgets?.['search.palette'];
  return (
    <ErrorBoundary
      onError={(error) => {
        api.report(error, { remote: owner, where: 'render search.palette' });
        fail();
      }}
      fallback={() => null}
    >
      {Widget && <Widget onClose={onClose} takeTyped={typed.take} />}
    </ErrorBoundary>
  );
}
