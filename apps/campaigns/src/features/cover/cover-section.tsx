import { useRef, type ChangeEvent } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Section } from '@tomekeeper/ui/section';
import { Stack } from '@tomekeeper/ui/stack';
import type { OpenCampaign } from '../campaigns-api/use-campaign';
import { CampaignCover } from './campaign-cover';
import { NO_PICTURE, PICTURES, PictureProblem } from '../campaigns-api/picture-file';
import { MAX_MEGABYTES, useCover } from './use-cover';
import styles from './cover.module.css';

/** Current cover; GMs choose an image or return to the generated one. */
export function CoverSection({ opened: { campaign, isGm } }: { opened: OpenCampaign }) {
  const { url, chosen, choosing, removing, onLost } = useCover(campaign.id);
  const input = useRef<HTMLInputElement>(null);
  const isWaiting = choosing.isPending || chosen === 'waiting';
  const error = choosing.error ?? removing.error;
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Allows choosing the same file again.
    event.target.value = '';
    if (!file || isWaiting) return;
    removing.reset();
    choosing.mutate(file);
  };
  const remove = () => {
    choosing.reset();
    removing.mutate();
  };

  return (
    <Section title="Cover">
      <Stack gap={3}>
        <div className={styles.framed}>
          <CampaignCover title={campaign.title} url={url} onLost={onLost} />
        </div>
        {isGm && (
          <>
            <div className={styles.acts}>
              <input
                ref={input}
                type="file"
                accept={PICTURES.join()}
                aria-label="Picture for the cover"
                hidden
                onChange={choose}
              />
              <Button
                variant="secondary"
                size="small"
                busy={isWaiting && (choosing.isPending ? 'Sending…' : 'Making the cover…')}
                onClick={() => input.current?.click()}
              >
                {url ? 'Choose another picture…' : 'Choose a picture…'}
              </Button>
              {url && !isWaiting && (
                <Button
                  variant="quiet"
                  size="small"
                  busy={removing.isPending && 'Removing…'}
                  onClick={remove}
                >
                  Use the drawn one
                </Button>
              )}
            </div>
            <p className={styles.said} role="status">
              {choosing.isSuccess && chosen === 'ready' && 'Your players see the new cover now.'}
              {removing.isSuccess && !url && 'The cover is drawn from the title again.'}
            </p>
            {error && <FormError {...failureOf(error)} />}
            {!error && !choosing.isPending && chosen === 'refused' && (
              <FormError message={NO_PICTURE} />
            )}
            <p className={styles.hint}>
              PNG, JPEG, WebP, GIF or AVIF, up to {MAX_MEGABYTES} MB. It is cut to a wide strip. All
              players see it; where and how it was taken is not kept.
            </p>
          </>
        )}
      </Stack>
    </Section>
  );
}

const failureOf = (error: Error) =>
  error instanceof PictureProblem
    ? { message: error.message }
    : textThenDetail(error, 'Unable to change the cover.');
