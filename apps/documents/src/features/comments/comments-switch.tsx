import { useQuery, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import type { CommentsState } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints, useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { FormError } from '@tomekeeper/ui/form-error';
import { useCommentsApi } from './comments-api';

/** Turns comments on or off in a campaign, for GMs. */
export function CommentsSwitch({ campaignId }: { campaignId: string }) {
  const { announce } = useShell();
  const api = useCommentsApi();
  const queryClient = useQueryClient();
  const queryKey = ['comment settings', campaignId];
  useRefetchOnHints(['comments'], campaignId, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.settings(campaignId, signal),
    gcTime: 0,
  });
  const changing = useSerialMutation({
    mutationFn: (comments: CommentsState) => api.change(campaignId, comments),
    onSuccess(settings) {
      queryClient.setQueryData(queryKey, settings);
      announce(`Comments are ${settings.comments}.`);
    },
  });
  const state = changing.isPending ? changing.variables : data?.comments;
  return (
    <div>
      <Checkbox
        label="Players and game masters can comment"
        description="On passages that they see. While comments are off, existing ones are hidden."
        checked={state !== 'off'}
        disabled={state === undefined}
        onChange={({ target: { checked } }) => changing.mutate(checked ? 'on' : 'off')}
      />
      {changing.error && (
        <FormError {...detailOrText(changing.error, 'Failed to change the setting.')} />
      )}
    </div>
  );
}
