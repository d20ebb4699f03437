import { useId, useState } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import type { CampaignDetail } from '../../campaigns-api';
import { LeaveCampaign } from './leave-campaign';
import { useRemovePlayer } from './use-players';
import styles from './players-panel.module.css';

interface PlayerRowProps {
  campaign: CampaignDetail;
  player: { id: string; name: string; isMe: boolean };
  isOwner: boolean;
  onRemoved: () => void;
  onLeft: () => void;
}

/** A player, with the way out: the owner removes anyone, a player only themself. */
export function PlayerRow({ campaign, player, isOwner, onRemoved, onLeft }: PlayerRowProps) {
  const [leaving, setLeaving] = useState(false);
  const removal = useRemovePlayer(campaign.id, onRemoved);
  const nameId = useId();
  const isUnnamed = player.name === player.id;

  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span id={nameId} className={isUnnamed ? styles.id : styles.name}>
          {player.name}
          {player.isMe && ' (you)'}
        </span>
        {player.isMe ? (
          <Button variant="quiet" size="small" onClick={() => setLeaving(true)}>
            Leave campaign
          </Button>
        ) : (
          <Button
            variant="quiet"
            size="small"
            aria-describedby={nameId}
            disabled={!isOwner}
            title={isOwner ? undefined : 'Only the campaign’s owner can remove other players.'}
            busy={removal.isPending && 'Removing…'}
            onClick={() => removal.mutate(player.id)}
          >
            Remove
          </Button>
        )}
      </div>
      {removal.error && <FormError {...textThenDetail(removal.error, 'Could not remove player')} />}
      {player.isMe && (
        <LeaveCampaign
          campaign={campaign}
          myId={player.id}
          open={leaving}
          onClose={() => setLeaving(false)}
          onLeft={onLeft}
        />
      )}
    </li>
  );
}
