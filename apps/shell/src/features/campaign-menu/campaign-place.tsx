import { lazy, Suspense, useEffect, useState } from 'react';
import { useMediaQuery } from '@tomekeeper/ui/media-query';
import type { ShellApi } from '@tomekeeper/remote-kit';
import { ErrorBoundary } from '../remotes/error-boundary';
import styles from './campaign-place.module.css';

/** Screens on which the header's links are in a sheet. */
const SHEET = '(width < 52rem)';
/** Delay before preparing the links, so that the page's own requests come first. */
const PREPARED_AFTER_MS = 2_500;

// Lazy: only signed-in users on small screens download it.
const CampaignMenu = lazy(async () => ({
  default: (await import('./campaign-menu')).CampaignMenu,
}));

/** Parts of the shell that the links use. */
export interface CampaignShell {
  api: ShellApi;
  /** Matches a path; undefined if it is no page. */
  match: (pathname: string) => { route: { path: string } } | undefined;
}

interface CampaignPlaceProps {
  shell: CampaignShell;
  /** Route and parameters of the current page. */
  match:
    { route: { path: string }; params: Readonly<Record<string, string | undefined>> } | undefined;
  /** Whether the sheet is open. */
  isOpen: boolean;
}

/** Links to the pages of the current campaign, in the header's sheet. */
export function CampaignPlace({ shell, match, isOpen }: CampaignPlaceProps) {
  const isSheet = useMediaQuery(SHEET);
  const id = match?.route.path.startsWith('/campaigns/:id') ? match.params['id'] : undefined;
  const isWanted = isSheet && id !== undefined;
  const [isPrepared, setPrepared] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    const timer = setTimeout(() => setPrepared(true), PREPARED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isWanted]);
  if (!isWanted || !(isPrepared || isOpen)) return null;
  return (
    <ErrorBoundary
      onError={(error) => shell.api.report(error, { remote: 'shell', where: 'campaign menu' })}
      fallback={() => null}
    >
      <Suspense fallback={<div className={styles.place} />}>
        <CampaignMenu key={id} {...{ shell, id, isOpen }} />
      </Suspense>
    </ErrorBoundary>
  );
}
