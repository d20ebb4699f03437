import { useEffect, useState, type ReactNode } from 'react';
import { ApiError, detailOrText, textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button, buttonClass } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Stack } from '@tomekeeper/ui/stack';
import styles from './invite-page.module.css';
import { forgetInviteToken, inviteTokenFor } from './kept-token';
import { useAcceptInvite, useInvitePreview } from './use-invite';

/** `/invite`: previews and accepts an invite. Visitors sign up or in first and return here. */
export function InvitePage() {
  const { routing } = useShell();
  const { hash } = routing.useLocation();
  // Keeps the first token, because the return from sign-in has no fragment.
  const [token] = useState(() => inviteTokenFor(hash));
  routing.useTitle('Invitation');
  return token ? <Invite token={token} /> : <NoToken />;
}

/** The heading states only known facts: an expired link invites no user. */
function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <PageHeader eyebrow="Invitation" title={title} />
      {children}
    </>
  );
}

const REFUSED = 'This invite does not let you in';

function NoToken() {
  return (
    <Page title={REFUSED}>
      <LoadFailure
        message="This invite link is incomplete."
        reason="Open the original link again, or ask for a new one."
      >
        <ToCampaigns />
      </LoadFailure>
    </Page>
  );
}

function ToCampaigns() {
  const { navigate } = useShell().routing;
  return (
    <Button variant="quiet" size="small" onClick={() => navigate('/home')}>
      To your campaigns
    </Button>
  );
}

function Invite({ token }: { token: string }) {
  const { routing, session, announce, toast } = useShell();
  const { status } = session.useSession();
  const isSignedIn = status === 'signed-in';
  const preview = useInvitePreview(token);
  const acceptance = useAcceptInvite(token, (campaign) => {
    forgetInviteToken();
    announce('You are in the campaign.');
    routing.navigate(`/campaigns/${encodeURIComponent(campaign)}`, { replace: true });
  });

  const decline = () => {
    forgetInviteToken();
    toast({
      message:
        'You did not join. No one is notified, and the link still works if you change your mind.',
    });
    routing.navigate('/home', { replace: true });
  };

  // Accepting an expired invite still succeeds for members, for example the user who already accepted it.
  const hasEnded = preview.error instanceof ApiError && preview.error.status === 404;
  const triesAnyway = isSignedIn && hasEnded && acceptance.isIdle;
  const { mutate: accept } = acceptance;
  useEffect(() => {
    if (triesAnyway) accept();
  }, [triesAnyway, accept]);

  if (preview.error) {
    if (triesAnyway || acceptance.isPending || acceptance.isSuccess) return <Loading />;
    return (
      <Page title={hasEnded ? REFUSED : 'Your invite'}>
        <LoadFailure
          {...(hasEnded
            ? detailOrText(preview.error, 'Ask your game master for a new one.')
            : textThenDetail(preview.error, 'Unable to load your invite.'))}
          onRetry={hasEnded ? undefined : () => void preview.refetch()}
        >
          <ToCampaigns />
        </LoadFailure>
      </Page>
    );
  }
  if (!preview.data || status === 'checking') return <Loading />;

  // Retrying cannot help.
  if (isRefusal(acceptance.error)) {
    return (
      <Page title={REFUSED}>
        <LoadFailure {...detailOrText(acceptance.error, 'Ask your game master for a new one.')}>
          <ToCampaigns />
        </LoadFailure>
      </Page>
    );
  }

  const { title, invited_by, role, for_address_only } = preview.data;
  return (
    <Page title="You are invited">
      <div className={styles.invite}>
        <div>
          <p className={styles.who}>
            {invited_by ?? 'A game master'} invites you to{' '}
            {role === 'co_gm' ? 'run this campaign with them:' : 'play in this campaign:'}
          </p>
          <h2 className={styles.title}>{title}</h2>
        </div>
        {isSignedIn ? (
          <Stack gap={3}>
            <div className={styles.ways}>
              <Button busy={acceptance.isPending && 'Joining…'} onClick={() => acceptance.mutate()}>
                Accept
              </Button>
              <Button variant="secondary" disabled={acceptance.isPending} onClick={decline}>
                Decline
              </Button>
            </div>
            {acceptance.error && (
              <FormError {...textThenDetail(acceptance.error, 'Could not accept the invite')} />
            )}
          </Stack>
        ) : (
          <WaysIn forAddressOnly={for_address_only} />
        )}
      </div>
    </Page>
  );
}

/** The link expired while the page was open, or the user was removed after it was created. */
const isRefusal = (error: Error | null) => error instanceof ApiError && error.status === 404;

const Loading = () => (
  <Page title="Your invite">
    <Skeleton label="Loading the invitation…" shape="rows" count={2} />
  </Page>
);

/** Sign-up and sign-in links, which return here. */
function WaysIn({ forAddressOnly }: { forAddressOnly: boolean }) {
  const { Link } = useShell().routing;
  return (
    <Stack gap={3}>
      <div className={styles.ways}>
        <Link to="/signup?redirect=%2Finvite" className={buttonClass()}>
          Create an account
        </Link>
        <Link to="/login?redirect=%2Finvite" className={buttonClass({ variant: 'secondary' })}>
          Sign in
        </Link>
      </div>
      <p className={styles.hint}>
        {forAddressOnly
          ? 'Use the e-mail address that this invite was sent to. '
          : 'An account is free and takes a minute. '}
        You come back here, and the link works on your other devices too.
      </p>
    </Stack>
  );
}
