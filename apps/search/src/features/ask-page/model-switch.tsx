import { useMutation, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { useSearchApi } from '../../search-api';
import styles from './ask-page.module.css';

interface ModelSwitchProps {
  campaignId: string;
  model: string;
  /** The service that gets questions and passages. */
  host: string;
  is_on: boolean;
}

/** For GMs: which service would read the campaign to write answers, and whether it may. */
export function ModelSwitch({ campaignId, model, host, is_on: isOn }: ModelSwitchProps) {
  const api = useSearchApi();
  const queryClient = useQueryClient();
  const turn = useMutation({
    mutationFn: () => api.answerByModel(campaignId, !isOn),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['state', campaignId] }),
  });
  return (
    <section className={styles.model} aria-label="Language model">
      <p className={styles.because}>
        {isOn
          ? `${model} writes answers in this campaign. It runs at ${host}, which gets each question and the passages found for whoever asks.`
          : `${model} at ${host} may not read this campaign. Answers quote the campaign’s own text, and nothing is sent.`}
      </p>
      {turn.error && (
        <FormError {...detailOrText(turn.error, 'The language model is as it was before.')} />
      )}
      <Button
        size="small"
        variant="secondary"
        busy={turn.isPending && 'Saving…'}
        onClick={() => turn.mutate()}
      >
        {isOn ? 'Turn it off for this campaign' : 'Let it write answers'}
      </Button>
    </section>
  );
}
