import { useEffect, useState } from 'react';
import { useShell, type Http, type Outcome } from '@tomekeeper/remote-kit';
import { verify } from './mailing-api';

const MISSING: Outcome = { message: 'Missing token.' };

/** A token works once, so that a second check in the same page would call the first one wrong. */
const checks = new WeakMap<Http, Map<string, Promise<Outcome>>>();

function verifyOnce(http: Http, token: string): Promise<Outcome> {
  const known = checks.get(http) ?? new Map<string, Promise<Outcome>>();
  checks.set(http, known);
  const check = known.get(token) ?? verify(http, token);
  known.set(token, check);
  return check;
}

/**
 * Verifies the token of the URL; undefined while pending. Runs once per page load, even after
 * remounts.
 */
export function useVerification(): Outcome | undefined {
  const { http, routing } = useShell();
  const token = new URLSearchParams(routing.useLocation().search).get('token');
  const [state, setState] = useState<Outcome>();
  useEffect(() => {
    if (!token) return undefined;
    let shown = true;
    void verifyOnce(http, token).then((outcome) => {
      if (shown) setState(outcome);
    });
    return () => {
      shown = false;
    };
  }, [http, token]);
  return token ? state : MISSING;
}
