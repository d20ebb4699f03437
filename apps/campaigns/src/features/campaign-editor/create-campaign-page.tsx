import { useQueryClient } from '@tanstack/react-query';
import { useShell } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { campaignKeys, useCampaignsApi } from '../campaigns-api/campaigns-api';
import { LeaveFor } from '../../leave-for';
import { CampaignForm, type CampaignValues } from './campaign-form';

const NOTHING: CampaignValues = { title: '', game_system: '' };

/** `/campaigns/new`. */
export function CreateCampaignPage() {
  const { routing } = useShell();
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  routing.useTitle('Create Campaign');

  const creation = useSerialMutation({
    mutationFn: (values: CampaignValues) => api.create({ ...values, players: [] }),
    onSuccess: () =>
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true }),
  });

  return (
    <>
      <PageHeader title="Create Campaign" lede="A title and a game system will do for now." />
      <CampaignForm
        name="new"
        stored={NOTHING}
        submitLabel="Create"
        busyLabel="Creating…"
        busy={creation.isPending || creation.isSuccess}
        error={creation.error}
        onSubmit={(values) => creation.mutate(values)}
        onEdit={creation.isError ? creation.reset : undefined}
        focusFirst
        leaving={creation.isSuccess}
      />
      {creation.data && <LeaveFor path={`/campaigns/${encodeURIComponent(creation.data.id)}`} />}
    </>
  );
}
