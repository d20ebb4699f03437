import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { ApiError, detailOrText, textThenDetail } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Stack } from '@tomekeeper/ui/stack';
import { InviteSummary } from './invite-summary';
import styles from './invite-page.module.css';
import {
  forgetInviteToken,
  forgetJoining,
  inviteTokenFor,
  joinOnReturn,
  joinsOnReturn,
} from './kept-token';
import { useAcceptInvite, useInvitePreview } from './use-invite';

/** `/invite`: previews and accepts an invite. Visitors sign up or in first; their return here accepts it. */
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
  const { navigate } = routing;
  const openCampaign = useCallback(
    (campaign: string) => {
      forgetInviteToken();
      announce('You are in the campaign.');
      navigate(`/campaigns/${encodeURIComponent(campaign)}`, { replace: true });
    },
    [announce, navigate],
  );
  const acceptance = useAcceptInvite(token, openCampaign);

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
  const [returns] = useState(() => joinsOnReturn(token));
  const isAutomatic = isSignedIn && (returns || hasEnded);
  const begins = isAutomatic && acceptance.isIdle;
  const { mutate: accept } = acceptance;
  useEffect(() => {
    if (!begins) return;
    forgetJoining();
    accept();
  }, [begins, accept]);

  // Members need no invite. An acceptance in progress opens the campaign itself.
  const isAccepting = begins || acceptance.isPending || acceptance.isSuccess;
  const joined = isSignedIn && !isAccepting ? preview.data?.campaign : undefined;
  useEffect(() => {
    if (joined !== undefined) openCampaign(joined);
  }, [joined, openCampaign]);

  // The sign-up page shows campaign and inviter too, and links to the sign-in page.
  const leadsToSignUp = status === 'signed-out' && preview.data !== undefined;
  useEffect(() => {
    if (!leadsToSignUp) return;
    joinOnReturn(token);
    navigate('/signup?redirect=%2Finvite', { replace: true });
  }, [leadsToSignUp, navigate, token]);

  if (isAutomatic && !acceptance.isError) return <Loading />;
  if (preview.error) {
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
  if (!preview.data || status === 'checking' || leadsToSignUp || joined !== undefined)
    return <Loading />;

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

  return (
    <Page title="You are invited">
      <div className={styles.invite}>
        <InviteSummary preview={preview.data} />
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
          <LoadFailure
            message="Sign-in can’t be reached at the moment."
            reason="Your invite is not used up. Try again in a minute."
            onRetry={() => window.location.reload()}
          />
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
