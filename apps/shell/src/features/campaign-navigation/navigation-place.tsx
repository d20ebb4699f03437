import { lazy, Suspense } from 'react';
import type { CampaignNavLink } from '@tomekeeper/contracts-federation';
import { VIEW_AS, type ShellApi } from '@tomekeeper/remote-kit';
import { ErrorBoundary } from '../remotes/error-boundary';
import styles from './navigation-place.module.css';

// Lazy: visitors never need it.
const CampaignNavigation = lazy(async () => ({
  default: (await import(/* webpackChunkName: "signed-in" */ './campaign-navigation'))
    .CampaignNavigation,
}));

/** Parts of the shell that the navigation uses. */
export interface NavigationShell {
  api: Pick<ShellApi, 'http' | 'hints' | 'report' | 'routing'>;
  campaignNav: readonly CampaignNavLink[];
}

/** Campaign of the current page. */
export interface PlaceInCampaign {
  id: string;
  /** User id of the viewer, or `party`, if a GM views the page as that viewer. */
  viewAs: string | undefined;
}

/** @returns the campaign of a page; undefined for pages of no campaign */
export function campaignOf(
  match:
    | { route: { path: string }; params: Readonly<Record<string, string | undefined>> }
    | undefined,
  search: string,
): PlaceInCampaign | undefined {
  const id = match?.route.path.startsWith('/campaigns/:id') ? match.params['id'] : undefined;
  if (id === undefined) return undefined;
  const viewAs = match?.params['viewer'] ?? new URLSearchParams(search).get(VIEW_AS) ?? undefined;
  return { id, viewAs };
}

interface NavigationPlaceProps {
  shell: NavigationShell;
  campaign: PlaceInCampaign;
  isPhone: boolean;
}

/** Links to the pages of the current campaign: a bar below the header, or at the lower edge of phones. */
export function NavigationPlace({ shell, campaign, isPhone }: NavigationPlaceProps) {
  const place = <div className={styles.place} data-phone={isPhone} />;
  return (
    <ErrorBoundary
      onError={(error) =>
        shell.api.report(error, { remote: 'shell', where: 'campaign navigation' })
      }
      fallback={() => place}
    >
      <Suspense fallback={place}>
        <CampaignNavigation key={campaign.id} {...{ shell, campaign, isPhone }} />
      </Suspense>
    </ErrorBoundary>
  );
}
