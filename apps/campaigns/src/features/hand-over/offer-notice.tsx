import { detailOrText, textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Notice } from '@tomekeeper/ui/notice';
import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import { untilWords } from '../invites/invite-words';
import { isUnknown } from '../campaigns-api/use-campaign';
import { nameIn, rolesIn } from '../players/use-players';
import styles from './offer-notice.module.css';
import { useHandOver } from './use-hand-over';

interface OfferNoticeProps {
  campaign: CampaignDetail;
  offer: NonNullable<CampaignDetail['hand_over']>;
  /** The notice disappears together with the pressed button. */
  onAnswered: () => void;
}

const TOO_LATE = 'This campaign is not offered to you any more.';

/** Notice for the member who received an ownership offer. */
export function OfferNotice({ campaign, offer, onAnswered }: OfferNoticeProps) {
  const { toast } = useShell();
  const { accept, end } = useHandOver(campaign.id, {
    done(what) {
      const message =
        what === 'accept' ? `You own ${campaign.title} now.` : 'You declined the offer.';
      toast({ message, tone: 'success' });
      onAnswered();
    },
    failed(error) {
      // The offer ended, and its notice disappears.
      if (isUnknown(error))
        toast({ message: detailOrText(error, TOO_LATE).message, tone: 'error' });
    },
  });
  const owner = nameIn(campaign)(campaign.owner);
  const isPlayer = rolesIn(campaign)(offer.to) !== 'co_gm';
  const error = accept.error ?? end.error;
  return (
    <Notice
      title={`${owner} offers you this campaign.`}
      action={
        <div className={styles.answers}>
          <Button
            size="small"
            busy={accept.isPending && 'Accepting…'}
            disabled={end.isPending}
            onClick={() => accept.mutate()}
          >
            Become its owner
          </Button>
          <Button
            variant="secondary"
            size="small"
            busy={end.isPending && 'Declining…'}
            disabled={accept.isPending}
            onClick={() => end.mutate()}
          >
            Decline
          </Button>
        </div>
      }
    >
      <p>
        Once you accept, it is yours, with everything in it
        {isPlayer && '. You will see every spoiler, and that cannot be undone'}. {owner} stays as
        co-GM. The offer stands {untilWords(offer)}.
      </p>
      {error && <FormError {...textThenDetail(error, 'Could not answer the offer')} />}
    </Notice>
  );
}
