import { Section } from '@tomekeeper/ui/section';
import type { CampaignDetail } from '../campaigns-api/campaigns-api';
import type { OpenCampaign } from '../campaigns-api/use-campaign';
import { knownName } from '../players/use-players';
import { OwnCharacter } from './own-character';
import { Portrait } from './portrait';
import { usePictures } from './use-pictures';
import styles from './party.module.css';

interface PartyProps {
  opened: OpenCampaign;
  /** Impersonated viewer; disables editing. */
  viewAs?: string;
}

type Member = CampaignDetail['people'][number];

/** Members of the campaign with their characters, in the order in which they joined; the owner last. */
export function Party({ opened: { campaign, myId }, viewAs }: PartyProps) {
  const { pictureOf, onLost } = usePictures(campaign.id, viewAs);
  const nameOf = (id: string) => knownName(campaign.people, id) ?? 'a member';
  if (campaign.players.length === 0) return null;
  const members = new Map(campaign.people.map((one) => [one.id, one]));
  return (
    <Section title="The party">
      <ul role="list" className={styles.cards}>
        {[...campaign.players, campaign.owner].map((id) => {
          const picture = pictureOf(id);
          const isMine = id === myId && id !== campaign.owner;
          const character = members.get(id)?.character;
          return (
            <li key={id} className={styles.card}>
              <Portrait name={character?.name ?? nameOf(id)} url={picture?.url} onLost={onLost} />
              <div className={styles.words}>
                <p className={character || id === campaign.owner ? styles.name : styles.unnamed}>
                  {titleOf(id, campaign, character)}
                </p>
                <p className={styles.person}>{personOf(id, campaign.owner, isMine, nameOf(id))}</p>
                {character?.line && <p className={styles.line}>{character.line}</p>}
                {isMine && viewAs === undefined && (
                  <OwnCharacter
                    campaignId={campaign.id}
                    myId={myId}
                    myName={nameOf(myId)}
                    character={character}
                    picture={picture}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function titleOf(id: string, { owner }: CampaignDetail, character: Member['character']): string {
  if (id === owner) return 'Game master';
  return character?.name ?? 'No character yet';
}

function personOf(id: string, owner: string, isMine: boolean, name: string): string {
  if (id === owner) return name;
  return isMine ? 'Played by you' : `Played by ${name}`;
}
