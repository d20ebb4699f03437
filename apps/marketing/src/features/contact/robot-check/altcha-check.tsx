import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { fetchChallenge } from '../contact-api';
import { expiryOf, solve } from './proof-of-work';
import type { RobotCheckProps } from './robot-check';
import styles from './robot-check.module.css';

type State = 'idle' | 'working' | 'done' | 'failed' | 'expired';

const WORDS: Record<State, string> = {
  idle: 'Your browser solves a small puzzle. No third party is involved.',
  working: 'Checking…',
  done: 'Thank you. The check is complete.',
  failed: 'The check failed.',
  expired: 'The check has expired. Please tick the box again.',
};

/** Before the server does, so that no message is refused for a second. */
const EXPIRY_MARGIN_MS = 10_000;

/** A checkbox that stays unticked until a proof of work is found. Self-hosted; no third party. */
export function AltchaCheck({
  onToken,
  onPresent,
  startAtOnce,
}: RobotCheckProps & { startAtOnce: boolean }) {
  const { http, report } = useShell();
  const [state, setState] = useState<State>(startAtOnce ? 'working' : 'idle');
  const [expiry, setExpiry] = useState<Date>();
  const box = useRef<HTMLInputElement>(null);

  // A layout effect, so that the form knows before any click, including clicks replayed after
  // hydration.
  useLayoutEffect(() => {
    onPresent(true);
    return () => onPresent(false);
  }, [onPresent]);

  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'working';
    if (state !== 'working') return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const work = async () => {
      const challenge = await fetchChallenge(http, signal);
      const token = await solve(challenge, signal);
      if (!token) throw new Error('The challenge of the robot check has no solution.');
      return { token, expiry: expiryOf(challenge) };
    };
    work().then(
      ({ token, expiry }) => {
        if (signal.aborted) return;
        onToken(token);
        setExpiry(expiry);
        setState('done');
      },
      (error: unknown) => {
        if (signal.aborted) return;
        report(error, { remote: 'marketing', where: 'robot check' });
        setState('failed');
      },
    );
    return () => controller.abort();
  }, [state, http, onToken, report]);

  useEffect(() => {
    if (state !== 'done' || !expiry) return undefined;
    const timer = setTimeout(
      () => {
        onToken(undefined);
        setState('expired');
      },
      Math.max(0, expiry.getTime() - Date.now() - EXPIRY_MARGIN_MS),
    );
    return () => clearTimeout(timer);
  }, [state, expiry, onToken]);

  return (
    <div className={styles.check}>
      <Checkbox
        ref={box}
        label="I am a person"
        description={<span aria-live="polite">{WORDS[state]}</span>}
        checked={state === 'done'}
        aria-busy={state === 'working'}
        // Ticked, it stays ticked: there is nothing to take back.
        onChange={() => setState((now) => (now === 'done' ? now : 'working'))}
      />
      {state === 'failed' && (
        <Button variant="secondary" size="small" onClick={() => setState('working')}>
          Try again
        </Button>
      )}
    </div>
  );
}
