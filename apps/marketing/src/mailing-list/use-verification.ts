import { useEffect, useState } from 'react';
import { useShell, type Http } from '@tomekeeper/remote-kit';
import type { Outcome } from '../form/outcome';
import { verify } from './mailing-api';

export type Verification = { status: 'checking' } | Outcome;

const MISSING: Outcome = { status: 'error', message: 'Missing token.' };

/** A token works once, so that a second check in the same page would call the first one wrong. */
const checks = new WeakMap<Http, Map<string, Promise<Outcome>>>();

function verifyOnce(http: Http, token: string): Promise<Outcome> {
  const known = checks.get(http) ?? new Map<string, Promise<Outcome>>();
  checks.set(http, known);
  const check = known.get(token) ?? verify(http, token);
  known.set(token, check);
  return check;
}

/** Checks the token of the page's address, once per page load however often the page is shown. */
export function useVerification(): Verification {
  const { http, routing } = useShell();
  const token = new URLSearchParams(routing.useLocation().search).get('token');
  const [state, setState] = useState<Verification>({ status: 'checking' });
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
