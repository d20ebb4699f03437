import { useQuery } from '@tanstack/react-query';
import { textThenDetail } from '@tomekeeper/api-client';
import { PARTY, useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { SeenAs } from '@tomekeeper/ui/seen-as';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Stack } from '@tomekeeper/ui/stack';
import { textLinkClass } from '@tomekeeper/ui/text-link';
import { campaignKeys, useCampaignsApi, type CampaignDetail } from '../campaigns-api/campaigns-api';
import { useCampaign } from '../campaigns-api/use-campaign';
import { AboutCampaign } from '../campaign-editor/about-campaign';
import { Details } from '../campaign-editor/campaign-editor';
import columns from '../campaign-editor/campaign-editor.module.css';
import { CoverSection } from '../cover/cover-section';
import { Party } from '../party/party';
import { PlayersPanel } from '../players/players-panel';
import { nameIn } from '../players/use-players';
import { viewAsPath } from '../campaigns-api/view-as';

/** `/campaigns/{id}/as/{viewer}`: a campaign as a player or the party sees it, for its GMs. */
export function ViewAsPage() {
  const { routing } = useShell();
  const { id = '', viewer = PARTY } = routing.useParams();
  const own = useCampaign(id);
  const seen = useSeenAs(id, viewer);
  const campaign = own.opened?.campaign;
  const who = viewer === PARTY || !campaign ? 'the party' : nameIn(campaign)(viewer);
  const title = seen.data?.title ?? campaign?.title ?? 'Campaign';
  routing.useTitle(`${title} as ${who}`);
  const error = seen.error ?? own.error;

  return (
    <>
      <PageHeader
        eyebrow={`Edit Campaign · as ${who} sees it`}
        title={title}
        intro={seen.data && <AboutCampaign campaign={seen.data} />}
      />
      <Stack gap={6}>
        <SeenAs
          who={who}
          ownView={`/campaigns/${id}`}
          viewers={campaign ? viewersOf(campaign) : []}
          present={viewer}
          Link={routing.Link}
        >
          {' Online members are not shown. '}
          <routing.Link to="/how-secrets-are-kept" className={textLinkClass}>
            Spoiler protection
          </routing.Link>
        </SeenAs>
        {error ? (
          <LoadFailure
            {...textThenDetail(error, 'Unable to load campaign.')}
            onRetry={() => void seen.refetch()}
          />
        ) : seen.data ? (
          <SeenCampaign campaign={seen.data} viewer={viewer} />
        ) : (
          <Skeleton label="Loading campaign…" shape="rows" count={4} />
        )}
      </Stack>
    </>
  );
}

function SeenCampaign({ campaign, viewer }: { campaign: CampaignDetail; viewer: string }) {
  const { Widget } = useShell();
  const seenByPlayer = { campaign, myId: viewer, isOwner: false, isGm: false };
  return (
    <Stack gap={6}>
      <div className={columns.nextSession}>
        <Widget
          key={viewer}
          id="table.next-session"
          props={{ campaignId: campaign.id, role: 'player', viewAs: viewer }}
          isOptional
        />
      </div>
      <div className={viewer === PARTY ? columns.partyOverview : columns.playerOverview}>
        <Widget
          key={viewer}
          id="documents.overview"
          props={{ campaignId: campaign.id, role: 'player', people: [], viewAs: viewer }}
        />
      </div>
      <Party opened={seenByPlayer} viewAs={viewer} />
      <div className={columns.columns}>
        {/*
         * Separate from the members' widget: an older remote without view-as support renders nothing instead of the GM's own view.
         */}
        <Widget
          key={viewer}
          id="documents.view-as-panel"
          props={{ campaignId: campaign.id, viewAs: viewer }}
        />
        <div className={columns.side}>
          <PlayersPanel opened={seenByPlayer} />
          <Details opened={seenByPlayer} leaving={false} />
          <CoverSection opened={seenByPlayer} />
        </div>
      </div>
    </Stack>
  );
}

/** Selectable viewers. */
function viewersOf(campaign: CampaignDetail) {
  const name = nameIn(campaign);
  const coGms = campaign.people.filter(({ role }) => role === 'co_gm').map(({ id }) => id);
  const players = campaign.players.filter((id) => !coGms.includes(id));
  return [PARTY, ...players].map((id) => ({
    id,
    name: id === PARTY ? 'The party' : name(id),
    to: viewAsPath(campaign.id, id),
  }));
}

/** The campaign as the impersonated viewer receives it; not cached after unmount. */
function useSeenAs(id: string, viewer: string) {
  const api = useCampaignsApi();
  const queryKey = [...campaignKeys.one(id), 'as', viewer];
  useRefetchOnHints(['campaign', 'members'], id, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get(id, signal, viewer),
    gcTime: 0,
  });
}
