import { lazy, Suspense } from 'react';
import type { WidgetName } from '@tomekeeper/remote-kit';
import { ErrorBoundary } from '../remotes/error-boundary';
import type { SearchShell } from './search-tools';
import styles from './search.module.css';

// Only signed-in people download it.
const SearchTools = lazy(async () => ({
  default: (await import(/* webpackChunkName: "search" */ './search-tools')).SearchTools,
}));

interface SearchPlaceProps {
  shell: SearchShell & { ownerOf: (widget: WidgetName) => string | undefined };
}

/** The button that looks for things, and its keys; nothing where no remote of the installation looks. */
export function SearchPlace({ shell }: SearchPlaceProps) {
  const owner = shell.ownerOf('search.palette');
  if (owner === undefined) return null;
  return (
    <ErrorBoundary
      onError={(error) => shell.api.report(error, { remote: 'shell', where: 'search' })}
      fallback={() => null}
    >
      <Suspense fallback={<span className={styles.place} />}>
        <SearchTools shell={shell} owner={owner} />
      </Suspense>
    </ErrorBoundary>
  );
}
