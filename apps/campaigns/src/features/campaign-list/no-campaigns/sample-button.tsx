import { useMutation, useQueryClient } from '@tanstack/react-query';
import { textThenDetail } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { LeaveFor } from '../../../leave-for';
import { campaignKeys, useCampaignsApi } from '../../campaigns-api/campaigns-api';

/** Creates the sample campaign and opens it. */
export function SampleButton() {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const creation = useMutation({
    mutationFn: () => api.createSample(),
    onSuccess: () =>
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true }),
  });
  return (
    <>
      <Button
        variant="secondary"
        busy={creation.isPending && 'Preparing…'}
        onClick={() => creation.mutate()}
      >
        Try a sample campaign
      </Button>
      {creation.error && (
        <FormError {...textThenDetail(creation.error, 'Could not prepare the sample campaign.')} />
      )}
      {creation.data && (
        <LeaveFor path={`/campaigns/${encodeURIComponent(creation.data.id)}`} replace={false} />
      )}
    </>
  );
}
