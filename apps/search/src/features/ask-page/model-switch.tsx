import { useMutation, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { useSearchApi, type State } from '../search-api/search-api';
import styles from './ask-page.module.css';

/** A model of an external service. */
interface ExternalModel {
  model: string;
  host: string;
}

/** For GMs: external models, the data that each one receives, and a switch for the campaign. */
export function ModelSwitch({ campaignId, state }: { campaignId: string; state: State }) {
  const api = useSearchApi();
  const queryClient = useQueryClient();
  const {
    answers: { model: writer },
    meaning,
  } = state;
  const embedder =
    meaning?.sent_to === undefined ? undefined : { model: meaning.model, host: meaning.sent_to };
  // One setting controls both models.
  const isOn = (writer ?? meaning)?.is_on === true;
  const turn = useMutation({
    mutationFn: () => api.setModelAccess(campaignId, !isOn),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['state', campaignId] }),
  });
  if (!writer && !embedder) return null;
  return (
    <section className={styles.model} aria-label="Language model">
      {writer && <p className={styles.because}>{describe(writer, USES.writer, isOn)}</p>}
      {embedder && <p className={styles.because}>{describe(embedder, USES.embedder, isOn)}</p>}
      {turn.error && <FormError {...detailOrText(turn.error, 'The setting was not changed.')} />}
      <Button
        size="small"
        variant="secondary"
        busy={turn.isPending && 'Saving…'}
        onClick={() => turn.mutate()}
      >
        {isOn ? 'Turn off for this campaign' : 'Turn on for this campaign'}
      </Button>
    </section>
  );
}

const USES = {
  writer: {
    does: 'writes answers',
    receives: 'each question and the passages found for it',
    without: 'Answers quote its text',
  },
  embedder: {
    does: 'finds passages with a similar meaning',
    receives: 'all text of this campaign, GM-only text included, and every search',
    without: 'Search matches words only',
  },
};

function describe(
  { model, host }: ExternalModel,
  { does, receives, without }: (typeof USES)['writer'],
  isOn: boolean,
): string {
  return isOn
    ? `${model} ${does} in this campaign. It runs at ${host}, which receives ${receives}.`
    : `${model} at ${host} may not read this campaign. ${without}, and nothing is sent.`;
}
