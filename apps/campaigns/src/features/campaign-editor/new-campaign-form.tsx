import { useQueryClient } from '@tanstack/react-query';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { campaignKeys, useCampaignsApi } from '../campaigns-api/campaigns-api';
import { LeaveFor } from '../../leave-for';
import { CampaignForm, type CampaignValues } from './campaign-form';

const NOTHING: CampaignValues = { title: '', game_system: '' };

interface NewCampaignFormProps {
  /** The form is the page's purpose: it has the focus, a Back button, and no place in the history afterwards. */
  isPage?: boolean;
}

/** Form for a new campaign, which opens afterwards. */
export function NewCampaignForm({ isPage = false }: NewCampaignFormProps) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const creation = useSerialMutation({
    mutationFn: (values: CampaignValues) => api.create({ ...values, players: [] }),
    onSuccess: () =>
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true }),
  });
  return (
    <>
      <CampaignForm
        name="new"
        stored={NOTHING}
        submitLabel="Create"
        busyLabel="Creating…"
        busy={creation.isPending || creation.isSuccess}
        error={creation.error}
        onSubmit={(values) => creation.mutate(values)}
        onEdit={creation.isError ? creation.reset : undefined}
        focusFirst={isPage}
        hasBack={isPage}
        leaving={creation.isSuccess}
      />
      {creation.data && (
        <LeaveFor path={`/campaigns/${encodeURIComponent(creation.data.id)}`} replace={isPage} />
      )}
    </>
  );
}
