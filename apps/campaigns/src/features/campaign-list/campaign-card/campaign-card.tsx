import { useShell } from '@tomekeeper/remote-kit';
import { cardClass } from '@tomekeeper/ui/card';
import { classNames } from '@tomekeeper/ui/class-names';
import type { Campaign } from '../../campaigns-api/campaigns-api';
import { CampaignCover } from '../../cover/campaign-cover';
import type { useCovers } from '../../cover/use-covers';
import styles from './campaign-card.module.css';

interface CampaignCardProps {
  campaign: Campaign;
  covers: ReturnType<typeof useCovers>;
  /** Summary of unread content. */
  news: string | undefined;
}

/** Campaign card: cover, title, game system and the user's role. */
export function CampaignCard({ campaign, covers, news }: CampaignCardProps) {
  const { Link } = useShell().routing;
  const { id, title, game_system, players, sample } = campaign;
  const role = roleInWords(campaign);
  return (
    <Link
      to={`/campaigns/${encodeURIComponent(id)}`}
      className={classNames(cardClass({ link: true }), styles.card)}
    >
      <div className={styles.cover}>
        <CampaignCover title={title} url={covers.urlOf(id)} onLost={covers.onLost} />
      </div>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.system}>{game_system}</p>
        <div className={styles.facts}>
          <p>
            {players.length} player(s)
            {news && (
              <>
                {' '}
                <span className={styles.news}>{news}</span>
              </>
            )}
          </p>
          <p className={styles.role}>
            {sample && 'Sample · '}
            {role}
          </p>
        </div>
      </div>
    </Link>
  );
}

function roleInWords({ role, run_by }: Campaign): string {
  switch (role) {
    case 'owner':
      return 'You run this';
    case 'co_gm':
      return run_by ? `You run this with ${run_by}` : 'You run this with its owner';
    case 'player':
      return run_by ? `${run_by} runs this` : 'You play in this';
  }
}
