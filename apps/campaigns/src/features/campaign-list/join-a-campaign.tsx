import { useShell } from '@tomekeeper/remote-kit';
import { CopyableText } from '@tomekeeper/ui/copyable-text';
import styles from './join-a-campaign.module.css';

/** Explains both ways to join a campaign: an invite link, or the user id or e-mail address that a GM needs to add the user. */
export function JoinACampaign() {
  const { session, toast } = useShell();
  const state = session.useSession();
  const user = state.status === 'signed-in' ? state.user : undefined;
  if (!user) return null;
  const refused = () =>
    toast({ message: 'Your browser blocked copying. The address is selected: copy it manually.' });

  return (
    <section className={styles.join} aria-labelledby="join">
      <h2 className={styles.title} id="join">
        Playing in another campaign?
      </h2>
      <p>
        Open the invite link that your game master sent you. Without one, send them one of these:
        once they have added you, the campaign appears here.
      </p>
      <dl className={styles.list}>
        <div>
          <dt>Your e-mail address</dt>
          <dd>
            <CopyableText text={user.email} name="your e-mail address" onRefused={refused} />
          </dd>
        </div>
        <div>
          <dt>Your user id</dt>
          <dd>
            <CopyableText text={user.id} name="your user id" onRefused={refused} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
