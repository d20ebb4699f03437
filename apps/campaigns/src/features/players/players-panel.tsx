import { useRef, useState } from 'react';
import { textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { ConfirmDialog } from '@tomekeeper/ui/dialog';
import { FormError } from '@tomekeeper/ui/form-error';
import { Section } from '@tomekeeper/ui/section';
import { Stack } from '@tomekeeper/ui/stack';
import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import type { OpenCampaign } from '../campaigns-api/use-campaign';
import { AddPlayer } from './add-player';
import { Invites } from '../invites/invites';
import { CoGmSwitch } from './co-gm-switch';
import {
  knownName,
  nameIn,
  rolesIn,
  useLeaveCampaign,
  useRemovePlayer,
  useSayRemoved,
} from './use-players';
import styles from './players-panel.module.css';

interface PlayersPanelProps {
  opened: OpenCampaign;
  /** Called when the user has left the campaign. Undefined in view-as, where leaving is disabled. */
  onLeft?: () => void;
}

/** Members of the campaign. */
export function PlayersPanel({ opened, onLeft }: PlayersPanelProps) {
  const { campaign, myId, isGm } = opened;
  const roleOf = rolesIn(campaign);
  const list = useRef<HTMLDivElement>(null);
  const name = nameIn(campaign);

  const sayRemoved = useSayRemoved(campaign.id);

  const removed = (id: string) => {
    sayRemoved({
      id,
      name: knownName(campaign.people, id),
      isCoGm: roleOf(id) === 'co_gm',
      wasOffered: campaign.hand_over?.to === id,
    });
    // The pressed button disappears with its row, so focus moves to the list.
    list.current?.focus({ preventScroll: true });
  };

  return (
    <Section title="Players">
      <Stack gap={5}>
        <div ref={list} tabIndex={-1}>
          {campaign.players.length === 0 ? (
            <p className={styles.empty}>No players yet.</p>
          ) : (
            <ul role="list" className={styles.players}>
              {campaign.players.map((id) => (
                <PlayerRow
                  key={id}
                  campaign={campaign}
                  player={{
                    id,
                    name: name(id),
                    isMe: id === myId,
                    isCoGm: roleOf(id) === 'co_gm',
                    character: campaign.people.find((one) => one.id === id)?.character?.name,
                  }}
                  opened={opened}
                  onRemoved={() => removed(id)}
                  onLeft={onLeft}
                />
              ))}
            </ul>
          )}
        </div>
        {isGm && <Invites opened={opened} />}
        <AddPlayer campaign={campaign} isGm={isGm} />
      </Stack>
    </Section>
  );
}

interface PlayerRowProps {
  campaign: CampaignDetail;
  player: {
    id: string;
    name: string;
    isMe: boolean;
    isCoGm: boolean;
    character: string | undefined;
  };
  opened: OpenCampaign;
  onRemoved: () => void;
  onLeft: PlayersPanelProps['onLeft'];
}

/** Row of a player with its remove button: the owner removes anyone, co-GMs remove players, and all members can leave. */
function PlayerRow({ campaign, player, opened, onRemoved, onLeft }: PlayerRowProps) {
  const { isOwner, isGm } = opened;
  const mayRemove = isOwner || (isGm && !player.isCoGm);
  const [leaving, setLeaving] = useState(false);
  const removal = useRemovePlayer(campaign.id, onRemoved);
  const isUnnamed = player.name === player.id;

  return (
    <li className={styles.row}>
      <div className={styles.line}>
        <span className={isUnnamed ? styles.id : styles.name}>
          {player.name}
          {player.isMe && ' (you)'}
          {player.isCoGm && <span className={styles.role}>Co-GM</span>}
          {player.character && <span className={styles.character}>{player.character}</span>}
        </span>
        {player.isMe ? (
          <Button
            variant="quiet"
            size="small"
            disabled={!onLeft}
            title={onLeft ? undefined : 'Only the player can leave.'}
            onClick={() => setLeaving(true)}
          >
            Leave campaign
          </Button>
        ) : (
          <Button
            variant="quiet"
            size="small"
            // Includes the name, because a list of identical labels is ambiguous.
            aria-label={`${removal.isPending ? 'Removing…' : 'Remove'} ${player.name}`}
            disabled={!mayRemove}
            title={mayRemove ? undefined : whyNot(player)}
            busy={removal.isPending && 'Removing…'}
            onClick={() => removal.mutate(player.id)}
          >
            Remove
          </Button>
        )}
      </div>
      {isOwner && <CoGmSwitch campaign={campaign} player={player} />}
      {removal.error && <FormError {...textThenDetail(removal.error, 'Could not remove player')} />}
      {player.isMe && onLeft && (
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

const whyNot = ({ isCoGm }: PlayerRowProps['player']) =>
  isCoGm
    ? 'Only the campaign’s owner can remove co-GMs.'
    : 'Only the campaign’s game masters can remove other players.';

interface LeaveCampaignProps {
  campaign: CampaignDetail;
  myId: string;
  open: boolean;
  onClose: () => void;
  onLeft: () => void;
}

/** Confirms leaving, which players cannot undo themselves. */
function LeaveCampaign({ campaign, myId, open, onClose, onLeft }: LeaveCampaignProps) {
  const { toast } = useShell();
  const leave = useLeaveCampaign(campaign.id, () => {
    toast({ message: `You left ${campaign.title}.`, tone: 'success' });
    onLeft();
  });
  const close = () => {
    leave.reset();
    onClose();
  };

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      busy={leave.isPending && 'Leaving…'}
      title="Leave campaign"
      description={`You will no longer see “${campaign.title}” or its documents. Its game masters can add you again.`}
      confirm="Leave campaign"
      danger
      onConfirm={() => leave.mutate(myId)}
      failure={leave.error ? textThenDetail(leave.error, 'Could not remove player') : undefined}
    />
  );
}
