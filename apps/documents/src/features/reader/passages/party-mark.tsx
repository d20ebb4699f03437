import { createContext, useContext } from 'react';
import { AudienceMark } from '@tomekeeper/ui/audience';
import { playersInWords } from '../../sharing/audiences/audience-text';
import { usePlayers } from '../../sharing/audiences/use-members';
import type { Passage } from '../../documents-api/passages-api';
import styles from './passage.module.css';

/** Campaign of the text, to look up the names of its readers. */
const CampaignContext = createContext<string | undefined>(undefined);
export const CampaignOfText = CampaignContext.Provider;

/** Mark of a passage for chosen players: not for the whole party, or the names of its other readers. */
export function PartyMark({ passage }: { passage: Passage }) {
  const { not_for_whole_party: isMarked, known_to: others } = passage;
  const campaign = useContext(CampaignContext);
  if (!isMarked) return null;
  if (!others) return <Mark words="Not for the whole party" />;
  if (others.length === 0 || campaign === undefined) return <Mark words="Only you" />;
  return <NamedMark campaign={campaign} others={others} />;
}

function NamedMark({ campaign, others }: { campaign: string; others: readonly string[] }) {
  const { nameOf } = usePlayers(campaign);
  return <Mark words={`Only you, ${playersInWords(others, nameOf)}`} />;
}

const Mark = ({ words }: { words: string }) => (
  <p className={styles.partyMark}>
    <AudienceMark kind="players" words={words} />
  </p>
);
