import { useShell, VIEW_AS } from '@tomekeeper/remote-kit';
import { SeenAs as SeenAsOfCampaign } from '@tomekeeper/remote-kit/campaign';
import { pathWith } from '../search-api/paths';

interface SeenAsProps {
  campaignId: string;
  /** What the page was asked, which other eyes are asked too. */
  query: Readonly<Record<string, string | undefined>>;
}

/** Says with whose eyes a GM looks, and leads on to the same page as others see it. */
export function SeenAs({ campaignId, query }: SeenAsProps) {
  const { pathname } = useShell().routing.useLocation();
  return (
    <SeenAsOfCampaign
      campaignId={campaignId}
      addressOf={(viewAs) => pathWith(pathname, { ...query, [VIEW_AS]: viewAs })}
    />
  );
}
