import { useQueryClient } from '@tanstack/react-query';
import { textThenDetail } from '@tomekeeper/api-client';
import { PARTY, useShell } from '@tomekeeper/remote-kit';
import { Button, buttonClass } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { campaignKeys, type Campaign } from '../campaigns-api/campaigns-api';
import { WhoIsHere } from '../presence/who-is-here';
import { viewAsPath } from '../campaigns-api/view-as';
import { AboutCampaign } from './about-campaign';
import { CampaignEditor } from './campaign-editor';
import { useCampaign, type OpenCampaign } from '../campaigns-api/use-campaign';

/** `/campaigns/{id}`: the campaign, its documents and its players. */
export function EditCampaignPage() {
  const { routing } = useShell();
  const { id = '' } = routing.useParams();
  const { opened, isGone, isUnknown, error, retry } = useCampaign(id);
  const listed = useListed(id);
  const title = opened?.campaign.title ?? listed?.title;
  // A player's page begins with the campaign itself. Nothing above the title disappears once the role is known.
  const { role = 'player' } = opened?.campaign ?? listed ?? {};
  routing.useTitle(title ?? 'Edit Campaign');

  return (
    <>
      {/* The heading keeps its element while the campaign loads, because it has focus. */}
      <PageHeader
        eyebrow={isUnknown && !opened ? undefined : 'Edit Campaign'}
        isEyebrowHidden={role === 'player'}
        title={title ?? (isUnknown ? 'Campaign not found' : 'Campaign')}
        intro={
          opened && (
            <>
              {opened.isOwner ? (
                <p>{opened.campaign.game_system}</p>
              ) : (
                <AboutCampaign campaign={opened.campaign} />
              )}
              <WhoIsHere campaign={opened.campaign} />
            </>
          )
        }
        actions={opened && <ViewAsPlayers opened={opened} />}
      />
      {opened ? (
        <CampaignEditor opened={opened} isGone={isGone} />
      ) : error ? (
        <LoadFailure
          {...textThenDetail(error, 'Unable to load campaign.')}
          onRetry={isUnknown ? undefined : retry}
        >
          <Button variant="quiet" size="small" onClick={() => routing.navigate('/home')}>
            Back
          </Button>
        </LoadFailure>
      ) : (
        <Skeleton label="Loading campaign…" shape="rows" count={4} />
      )}
    </>
  );
}

/** Link to the view-as page, for GMs. */
function ViewAsPlayers({ opened: { campaign, isOwner } }: { opened: OpenCampaign }) {
  const { routing } = useShell();
  const isGm = isOwner || campaign.role === 'co_gm';
  if (!isGm || campaign.players.length === 0) return null;
  return (
    <routing.Link
      to={viewAsPath(campaign.id, PARTY)}
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      View as your players
    </routing.Link>
  );
}

/** The campaign from the cached list, where most visits start. */
function useListed(id: string): Campaign | undefined {
  const campaigns = useQueryClient().getQueryData<Campaign[]>(campaignKeys.list);
  return campaigns?.find((campaign) => campaign.id === id);
}
