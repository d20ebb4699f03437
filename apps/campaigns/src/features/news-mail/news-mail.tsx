import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { textThenDetail } from '@tomekeeper/api-client';
import type { NewsMailFrequency } from '@tomekeeper/contracts-document';
import { SelectField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Section } from '@tomekeeper/ui/section';
import { campaignKeys, useCampaignsApi } from '../campaigns-api/campaigns-api';
import { useRefetchIfGone } from '../campaigns-api/use-campaign';

const OPTIONS: readonly { value: NewsMailFrequency; label: string }[] = [
  { value: 'off', label: 'No mails' },
  { value: 'at_once', label: 'At once' },
  { value: 'daily', label: 'Once a day' },
];

/** The user's choice of mails about news of the campaign; each change is saved at once. */
export function NewsMail({ campaignId }: { campaignId: string }) {
  const api = useCampaignsApi();
  const queryClient = useQueryClient();
  const queryKey = campaignKeys.newsMail(campaignId);
  const stored = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.newsMail(campaignId, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const saving = useMutation({
    mutationFn: (frequency: NewsMailFrequency) => api.chooseNewsMail(campaignId, frequency),
    // The arrow keys of a select change it several times; the last change wins.
    scope: { id: queryKey.join(' ') },
    onSuccess: (answer) => queryClient.setQueryData(queryKey, answer),
    onError: useRefetchIfGone(campaignId),
  });

  return (
    <Section title="Your mails">
      {stored.error ? (
        <LoadFailure
          {...textThenDetail(stored.error, 'Unable to load your choice of mails.')}
          onRetry={() => void stored.refetch()}
        />
      ) : (
        <>
          <SelectField
            label="Mail about news"
            description="The mails say only that something is new."
            options={OPTIONS}
            value={(saving.isPending ? saving.variables : stored.data?.frequency) ?? 'off'}
            disabled={!stored.data}
            onChange={saving.mutate}
          />
          <p role="status">{saving.isSuccess && 'Saved.'}</p>
          {saving.error && (
            <FormError
              {...textThenDetail(saving.error, 'Could not save your choice. Choose it again.')}
            />
          )}
        </>
      )}
    </Section>
  );
}
