import { useRef } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Section } from '@tomekeeper/ui/section';
import { Stack } from '@tomekeeper/ui/stack';
import type { OpenCampaign } from '../campaign-editor/use-campaign';
import { AddPlayer } from './add-player';
import { nameIn } from './name-in';
import { PlayerRow } from './player-row';
import styles from './players-panel.module.css';

interface PlayersPanelProps {
  opened: OpenCampaign;
  /** The signed-in player has left the campaign. */
  onLeft: () => void;
}

/** Who sits at the table. */
export function PlayersPanel({ opened, onLeft }: PlayersPanelProps) {
  const { announce } = useShell();
  const { campaign, myId, isOwner } = opened;
  const list = useRef<HTMLDivElement>(null);
  const name = nameIn(campaign);

  const removed = (id: string) => {
    announce(`${name(id)} was removed.`);
    // The pressed button is gone with its row; the list is where one was.
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
                  player={{ id, name: name(id), isMe: id === myId }}
                  isOwner={isOwner}
                  onRemoved={() => removed(id)}
                  onLeft={onLeft}
                />
              ))}
            </ul>
          )}
        </div>
        <AddPlayer campaign={campaign} isOwner={isOwner} />
      </Stack>
    </Section>
  );
}
