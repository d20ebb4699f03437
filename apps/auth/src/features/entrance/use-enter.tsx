import { useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useFailureText } from '../form/failure-text';
import { redirectPath } from './redirect-path';

export interface Enter {
  /** Fetches the person who has just signed in and goes where they wanted to go. Never fails. */
  enter: () => Promise<void>;
  /** The tokens are here, but the person can't be fetched; `enter()` again may do. */
  failure: Failure | undefined;
}

/** The last step of every way in. */
export function useEnter(): Enter {
  const { session, routing } = useShell();
  const { search } = routing.useLocation();
  const failureText = useFailureText('enter');
  const [failure, setFailure] = useState<Failure>();
  return {
    failure,
    async enter() {
      setFailure(undefined);
      try {
        await session.refreshUser();
      } catch (error) {
        setFailure({
          ...failureText(error, 'Sign-in failed'),
          reason: 'You are signed in, but your profile can’t be loaded.',
        });
        return;
      }
      routing.navigate(redirectPath(search), { replace: true });
    },
  };
}
