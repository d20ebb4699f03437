import { useMutation, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { useSearchApi, type State } from '../search-api/search-api';
import styles from './ask-page.module.css';

/** A model that an outside service runs. */
interface OutsideModel {
  model: string;
  host: string;
}

/** For GMs: which outside services would read the campaign, what each gets, and whether they may. Nothing where there is none. */
export function ModelSwitch({ campaignId, state }: { campaignId: string; state: State }) {
  const api = useSearchApi();
  const queryClient = useQueryClient();
  const {
    answers: { model: writer },
    meaning,
  } = state;
  const finder =
    meaning?.sent_to === undefined ? undefined : { model: meaning.model, host: meaning.sent_to };
  // One switch is for both.
  const isOn = (writer ?? meaning)?.is_on === true;
  const turn = useMutation({
    mutationFn: () => api.letModelsRead(campaignId, !isOn),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['state', campaignId] }),
  });
  if (!writer && !finder) return null;
  const it = writer && finder ? 'both' : 'it';
  return (
    <section className={styles.model} aria-label="Language model">
      {writer && <p className={styles.because}>{told(writer, whatFor.writer, isOn)}</p>}
      {finder && <p className={styles.because}>{told(finder, whatFor.finder, isOn)}</p>}
      {turn.error && <FormError {...detailOrText(turn.error, 'It is as it was before.')} />}
      <Button
        size="small"
        variant="secondary"
        busy={turn.isPending && 'Saving…'}
        onClick={() => turn.mutate()}
      >
        {isOn
          ? `Turn ${it} off for this campaign`
          : `Let ${it} ${finder ? 'read this campaign' : 'write answers'}`}
      </Button>
    </section>
  );
}

const whatFor = {
  writer: {
    does: 'writes answers',
    gets: 'each question and the passages found for whoever asks',
    without: 'Answers quote its text',
  },
  finder: {
    does: 'finds what is said in other words',
    gets: 'all text of this campaign, that of the GMs too, and what anybody looks for',
    without: 'Words alone are found',
  },
};

function told(
  { model, host }: OutsideModel,
  { does, gets, without }: (typeof whatFor)['writer'],
  isOn: boolean,
): string {
  return isOn
    ? `${model} ${does} in this campaign. It runs at ${host}, which gets ${gets}.`
    : `${model} at ${host} may not read this campaign. ${without}, and nothing is sent.`;
}
