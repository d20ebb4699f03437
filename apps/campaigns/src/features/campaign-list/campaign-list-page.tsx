import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Icon } from '@tomekeeper/ui/icon';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { CampaignList } from './campaign-list';
import { SignInFirst } from './sign-in-first';

/** `/home`: every campaign of the person, as cards. */
export function CampaignListPage() {
  const { routing, session } = useShell();
  const { status } = session.useSession();
  routing.useTitle('Your Campaigns');

  return (
    <>
      <PageHeader
        title="Your Campaigns"
        actions={
          status === 'signed-in' && (
            <Button icon={<Icon name="plus" />} onClick={() => routing.navigate('/campaigns/new')}>
              New Campaign
            </Button>
          )
        }
      />
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
