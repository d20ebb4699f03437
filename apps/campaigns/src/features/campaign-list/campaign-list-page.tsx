import { useShell } from '@tomekeeper/remote-kit';
import { buttonClass } from '@tomekeeper/ui/button';
import { EmptyState } from '@tomekeeper/ui/empty-state';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { CampaignList } from './campaign-list';
import { NewCampaign } from './new-campaign';

/** `/home`: cards of all the user's campaigns. */
export function CampaignListPage() {
  const { routing, session } = useShell();
  const { status } = session.useSession();
  const isSignedIn = status === 'signed-in';
  routing.useTitle('Your Campaigns');

  return (
    <>
      <PageHeader title="Your Campaigns" actions={isSignedIn && <NewCampaign />} />
      <Body status={status} />
    </>
  );
}

function Body({ status }: { status: 'checking' | 'signed-out' | 'signed-in' | 'unavailable' }) {
  switch (status) {
    case 'checking':
      return <Skeleton label="Loading campaigns…" shape="cards" />;
    case 'signed-out':
      return <SignInFirst />;
    case 'unavailable':
      return (
        <LoadFailure
          message="Unable to load your campaigns."
          reason="Sign-in can’t be reached at the moment. Your campaigns are safe."
          onRetry={() => window.location.reload()}
        />
      );
    case 'signed-in':
      return <CampaignList />;
  }
}

/** Content for signed-out visitors. */
function SignInFirst() {
  const { Link } = useShell().routing;
  return (
    <EmptyState
      title="Sign in to see your campaigns."
      action={
        <Link to="/login?redirect=%2Fhome" className={buttonClass()}>
          Sign in
        </Link>
      }
    >
      They are kept for you and your players alone. New here? You can{' '}
      <Link to="/signup">create an account</Link> in a minute.
    </EmptyState>
  );
}
