import { useRef, useState } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { SelectField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Section } from '@tomekeeper/ui/section';
import { Stack } from '@tomekeeper/ui/stack';
import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import { untilWords } from '../invites/invite-words';
import { nameIn, rolesIn } from '../players/use-players';
import { useHandOver } from './use-hand-over';

/** Offers ownership to another member, who must accept; for the owner. */
export function HandOver({ campaign }: { campaign: CampaignDetail }) {
  const place = useRef<HTMLDivElement>(null);
  if (campaign.players.length === 0) return null;
  const offer = campaign.hand_over;
  // The pressed button disappears, so focus moves to the section.
  const changed = () => place.current?.focus({ preventScroll: true });
  return (
    <Section
      title="Hand over"
      intro="A member of this campaign becomes its owner after they accept. You stay as co-GM."
    >
      <div ref={place} tabIndex={-1}>
        {offer ? (
          <OpenOffer campaign={campaign} offer={offer} onChanged={changed} />
        ) : (
          <NewOffer campaign={campaign} onChanged={changed} />
        )}
      </div>
    </Section>
  );
}

interface HalfProps {
  campaign: CampaignDetail;
  onChanged: () => void;
}

function NewOffer({ campaign, onChanged }: HalfProps) {
  const { announce } = useShell();
  const [name, roleOf] = [nameIn(campaign), rolesIn(campaign)];
  const [chosen, setChosen] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  // Requires an explicit choice of the recipient. A chosen member may have left meanwhile.
  const to = campaign.players.find((id) => id === chosen) ?? '';
  const { offer } = useHandOver(campaign.id, {
    done() {
      setIsAsking(false);
      announce(`The campaign is offered to ${name(to)}.`);
      onChanged();
    },
  });
  const close = () => {
    offer.reset();
    setIsAsking(false);
  };

  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Offer the campaign
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        busy={offer.isPending && 'Offering…'}
        title="Offer the campaign"
        description={`Once they accept, “${campaign.title}” is theirs: they see every spoiler, and can delete it, hand it on and remove you. Until then you can withdraw the offer.`}
        confirm="Offer"
        disabled={to === ''}
        onConfirm={() => offer.mutate(to)}
        failure={
          offer.error ? textThenDetail(offer.error, 'Could not offer the campaign') : undefined
        }
      >
        {isAsking && (
          <SelectField
            label="New owner"
            options={[
              { value: '', label: 'Choose somebody' },
              ...campaign.players.map((id) => ({
                value: id,
                label: roleOf(id) === 'co_gm' ? `${name(id)} (co-GM)` : name(id),
              })),
            ]}
            value={to}
            onChange={setChosen}
          />
        )}
      </ConfirmDialog>
    </>
  );
}

function OpenOffer({
  campaign,
  offer,
  onChanged,
}: HalfProps & { offer: NonNullable<CampaignDetail['hand_over']> }) {
  const { announce } = useShell();
  const { end } = useHandOver(campaign.id, {
    done() {
      announce('The offer was withdrawn.');
      onChanged();
    },
  });
  return (
    <Stack gap={3}>
      <p>
        Offered to {nameIn(campaign)(offer.to)}, who has not answered yet. It stands{' '}
        {untilWords(offer)}.
      </p>
      <div>
        <Button
          variant="secondary"
          busy={end.isPending && 'Taking it back…'}
          onClick={() => end.mutate()}
        >
          Withdraw the offer
        </Button>
      </div>
      {end.error && <FormError {...textThenDetail(end.error, 'Could not withdraw the offer')} />}
    </Stack>
  );
}
