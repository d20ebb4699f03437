import { ViewAsProvider, type WidgetProps } from '@tomekeeper/remote-kit';
import { GmOverview } from './gm-overview';
import { PlayerOverview } from './player-overview';

/** The documents on a campaign's page that matter now, for GMs or for a player. */
export function Overview({ campaignId, role, people, viewAs }: WidgetProps['documents.overview']) {
  if (viewAs === undefined && role !== 'player') return <GmOverview {...{ campaignId, people }} />;
  return (
    <ViewAsProvider value={viewAs}>
      <PlayerOverview campaignId={campaignId} />
    </ViewAsProvider>
  );
}
