import { useMutation, useQueryClient } from '@tanstack/react-query';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { campaignKeys, useCampaignsApi } from '../../campaigns-api/campaigns-api';

/** Creates the sample campaign and opens it. */
export function SampleButton() {
  const { routing } = useShell();
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const creation = useMutation({
    mutationFn: () => api.createSample(),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: campaignKeys.list, exact: true });
      routing.navigate(`/campaigns/${encodeURIComponent(id)}`);
    },
  });
  return (
    <>
      <Button
        variant="secondary"
        busy={(creation.isPending || creation.isSuccess) && 'Preparing…'}
        onClick={() => creation.mutate()}
      >
        Try a sample campaign
      </Button>
      {creation.error && (
        <FormError {...textThenDetail(creation.error, 'Could not prepare the sample campaign.')} />
      )}
    </>
  );
}
