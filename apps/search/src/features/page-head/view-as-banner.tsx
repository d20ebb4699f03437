import { useShell, VIEW_AS } from '@tomekeeper/remote-kit';
import { SeenAs } from '@tomekeeper/remote-kit/campaign';
import { pathWith } from '../search-api/paths';

interface ViewAsBannerProps {
  campaignId: string;
  /** Query parameters that links to other views keep. */
  query: Readonly<Record<string, string | undefined>>;
}

/** Shows GMs whose view the page shows, with links to the views of others. */
export function ViewAsBanner({ campaignId, query }: ViewAsBannerProps) {
  const { pathname } = useShell().routing.useLocation();
  return (
    <SeenAs
      campaignId={campaignId}
      addressOf={(viewAs) => pathWith(pathname, { ...query, [VIEW_AS]: viewAs })}
    />
  );
}
