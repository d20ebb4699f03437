import { lazy, Suspense } from 'react';
import { ErrorBoundary } from '../remotes/error-boundary';
import type { SearchShell } from './search-tools';
import styles from './search.module.css';

// Lazy: only signed-in users download it.
const SearchTools = lazy(async () => ({
  default: (await import(/* webpackChunkName: "signed-in" */ './search-tools')).SearchTools,
}));

interface SearchPlaceProps {
  shell: SearchShell;
  /** Whether the button is in the bar at the lower edge of phones. */
  isInBar: boolean;
}

/** Search button and shortcuts; renders nothing if no installed remote provides search. */
export function SearchPlace({ shell, isInBar }: SearchPlaceProps) {
  const owner = shell.ownerOf('search.palette');
  if (owner === undefined) return null;
  return (
    <ErrorBoundary
      onError={(error) => shell.api.report(error, { remote: 'shell', where: 'search' })}
      fallback={() => null}
    >
      <Suspense fallback={<span className={isInBar ? styles.inBar : styles.place} />}>
        <SearchTools shell={shell} owner={owner} isInBar={isInBar} />
      </Suspense>
    </ErrorBoundary>
  );
}
