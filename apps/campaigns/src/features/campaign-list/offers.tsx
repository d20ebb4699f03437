import { useShell } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { Notice } from '@tomekeeper/ui/notice';
import type { Campaign } from '../campaigns-api/campaigns-api';

/** Open ownership transfer offers to the user; each campaign's page explains the offer. */
export function Offers({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { session, routing } = useShell();
  const state = session.useSession();
  const myId = state.status === 'signed-in' ? state.user?.id : undefined;
  const offered = campaigns.filter(({ hand_over }) => myId && hand_over?.to === myId);
  return offered.map(({ id, title, run_by }) => (
    <Notice
      key={id}
      title={`${run_by ?? 'Its owner'} offers you “${title}”.`}
      action={
        <routing.Link
          to={`/campaigns/${encodeURIComponent(id)}`}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          See the offer
        </routing.Link>
      }
    >
      <p>You would be the owner of this campaign.</p>
    </Notice>
  ));
}
