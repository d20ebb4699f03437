import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { CampaignEditor } from './campaign-editor';
import { useCampaign } from './use-campaign';

/** `/campaigns/{id}`: the campaign, its players and its documents. */
export function EditCampaignPage() {
  const { routing } = useShell();
  const { id = '' } = routing.useParams();
  const { opened, isGone, error, retry } = useCampaign(id);
  routing.useTitle(opened?.campaign.title ?? 'Edit Campaign');

  if (opened) return <CampaignEditor opened={opened} isGone={isGone} />;
  return (
    <>
      <PageHeader title="Edit Campaign" />
      {error ? (
        <LoadFailure {...textThenDetail(error, 'Unable to load campaign.')} onRetry={retry}>
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
