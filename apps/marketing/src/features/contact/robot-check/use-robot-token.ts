import { useCallback, useRef, useState } from 'react';
import type { Refusal } from '@tomekeeper/remote-kit';
import type { RobotCheckProps } from './robot-check';

const INCOMPLETE: Refusal<never> = { message: 'Please complete the CAPTCHA.' };

export interface RobotToken {
  /** The token, if there is one. */
  token: () => string | undefined;
  /** Error while the widget is present and not completed. */
  incomplete: () => Refusal<never> | undefined;
  /** The token has been sent and works no more. `again`: the person will send once more. */
  spend: (next: { again: boolean }) => void;
  /** Changes with each new check; its React key. */
  round: number;
  again: boolean;
  handlers: RobotCheckProps;
}

/** Keeps the robot check's token for one message. */
export function useRobotToken(): RobotToken {
  const token = useRef<string>(undefined);
  const present = useRef(false);
  const [{ round, again }, setRound] = useState({ round: 0, again: false });
  const onToken = useCallback((next: string | undefined) => {
    token.current = next;
  }, []);
  const onPresent = useCallback((is: boolean) => {
    present.current = is;
  }, []);
  return {
    token: () => token.current,
    incomplete: () => (present.current && !token.current ? INCOMPLETE : undefined),
    spend(next) {
      token.current = undefined;
      setRound({ round: round + 1, again: next.again });
    },
    round,
    again,
    handlers: { onToken, onPresent },
  };
}
