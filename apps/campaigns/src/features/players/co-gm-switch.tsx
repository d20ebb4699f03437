import { useState } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import styles from './players-panel.module.css';
import { useSetRole } from './use-players';

interface CoGmSwitchProps {
  campaign: CampaignDetail;
  player: { id: string; name: string; isCoGm: boolean };
}

/** Promotes a player to co-GM or demotes them. Asks first, because co-GMs see every spoiler, which cannot be undone. */
export function CoGmSwitch({ campaign, player: { id, name, isCoGm } }: CoGmSwitchProps) {
  const { announce } = useShell();
  const [isAsking, setIsAsking] = useState(false);
  const change = useSetRole(campaign.id);
  const close = () => {
    change.reset();
    setIsAsking(false);
  };
  const confirm = () =>
    change.mutate(
      { player: id, role: isCoGm ? 'player' : 'co_gm' },
      {
        onSuccess: () => {
          announce(isCoGm ? `${name} is a player again.` : `${name} is a co-GM now.`);
          close();
        },
      },
    );
  return (
    <div className={styles.switch}>
      <Button
        variant="quiet"
        size="small"
        aria-label={`${isCoGm ? 'Make player' : 'Make co-GM'}: ${name}`}
        onClick={() => setIsAsking(true)}
      >
        {isCoGm ? 'Make player' : 'Make co-GM'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        busy={change.isPending && 'Saving…'}
        title={isCoGm ? `Make ${name} a player again?` : `Make ${name} co-GM?`}
        description={
          isCoGm
            ? 'They will have the view of a player. They may remember secrets they have already seen.'
            : 'They will see every spoiler, and can reveal, hide, invite and remove players. Deleting the campaign and naming co-GMs stay yours.'
        }
        confirm={isCoGm ? 'Make player' : 'Make co-GM'}
        onConfirm={confirm}
        failure={
          change.error ? textThenDetail(change.error, 'Could not change the role') : undefined
        }
      />
    </div>
  );
}
