import { useQuery, useQueryClient } from '@tanstack/react-query';
import { detailOrText, textThenDetail } from '@tomekeeper/api-client';
import type { NewsKind } from '@tomekeeper/contracts-document';
import type { WidgetProps } from '@tomekeeper/remote-kit';
import { useSerialMutation } from '@tomekeeper/remote-kit/query';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { FormError } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Section } from '@tomekeeper/ui/section';
import { useNewsApi } from '../documents-api/news/news-api';
import { keyOfNews } from '../documents-api/news/use-news';

interface Choice {
  kind: NewsKind;
  label: string;
}

const OF_PLAYERS: readonly Choice[] = [
  { kind: 'document', label: 'Reveals of your game master' },
  { kind: 'recap', label: 'Recaps' },
  { kind: 'session', label: 'Announced sessions and new dates' },
  { kind: 'note', label: 'Notes of other players' },
  { kind: 'comment', label: 'Answers to your comments' },
];
const OF_GMS: readonly Choice[] = [
  { kind: 'note', label: 'Notes of your players' },
  { kind: 'comment', label: 'Comments of your players' },
];

/** The kinds of news that the user gets of a campaign; each change is saved at once. */
export function NewsKinds({ campaignId, role }: WidgetProps['documents.news-kinds']) {
  const api = useNewsApi();
  const queryClient = useQueryClient();
  const queryKey = ['news kinds', campaignId];
  const stored = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.kinds(campaignId, signal),
    gcTime: 0,
  });
  const saving = useSerialMutation({
    mutationFn: (kinds: readonly NewsKind[]) => api.chooseKinds(campaignId, kinds),
    onSuccess(answer) {
      queryClient.setQueryData(queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: keyOfNews(campaignId) });
    },
  });
  const kinds = saving.isPending ? saving.variables : stored.data?.kinds;
  const withKind = (kind: NewsKind, isOn: boolean): NewsKind[] => [
    ...(kinds ?? []).filter((one) => one !== kind),
    ...(isOn ? [kind] : []),
  ];
  return (
    <Section title="Your news">
      {stored.error ? (
        <LoadFailure
          {...textThenDetail(stored.error, 'Unable to load your choice of news.')}
          onRetry={() => void stored.refetch()}
        />
      ) : (
        <>
          {(role === 'player' ? OF_PLAYERS : OF_GMS).map(({ kind, label }) => (
            <Checkbox
              key={kind}
              label={label}
              checked={kinds?.includes(kind) ?? true}
              disabled={kinds === undefined || saving.isPending}
              onChange={({ target }) => saving.mutate(withKind(kind, target.checked))}
            />
          ))}
          <p role="status">{saving.isSuccess && 'Saved.'}</p>
          {saving.error && (
            <FormError {...detailOrText(saving.error, 'Failed to save your choice of news.')} />
          )}
        </>
      )}
    </Section>
  );
}
