import type { InvitePreview } from '@tomekeeper/contracts-campaign';
import styles from './invite-page.module.css';

/** Inviter, role and title of the campaign. */
export function InviteSummary({ preview }: { preview: InvitePreview }) {
  const { title, invited_by, role } = preview;
  return (
    <div>
      <p className={styles.who}>
        {invited_by ?? 'A game master'} invites you to{' '}
        {role === 'co_gm' ? 'run this campaign with them:' : 'play in this campaign:'}
      </p>
      <h2 className={styles.title}>{title}</h2>
    </div>
  );
}
