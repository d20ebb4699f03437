import { useMemo, useRef, useState, type ReactNode } from 'react';
import { REAUTHENTICATION_NEEDED } from '@tomekeeper/contracts-identity';
import { AuthToolsProvider, useAuthTools } from '../session/auth-tools';
import { isPoolError, UserPoolError } from '../session/user-pool/user-pool-error';
import { ReauthenticationDialog } from './reauthentication-dialog';

/** Someone waits for a proof, or for the news that none comes. */
interface Waiting {
  proved: () => void;
  given: Promise<void>;
  refused: (error: Error) => void;
}

/**
 * Opens a dialog when the pool requires a recent proof of identity, then repeats the call. The
 * caller does not notice, so entered data is preserved.
 */
export function Reauthentication({ children }: { children: ReactNode }) {
  const tools = useAuthTools();
  const [waiting, setWaiting] = useState<Waiting>();
  const present = useRef<Waiting>(undefined);

  const guarded = useMemo(() => {
    // Two calls that are refused at once wait for one proof.
    const prove = () => {
      if (!present.current) setWaiting((present.current = newWaiting()));
      return present.current.given;
    };
    return {
      ...tools,
      loadPool: async () => withReauthentication(await tools.loadPool(), prove),
      loadSecurity: async () => withReauthentication(await tools.loadSecurity(), prove),
    };
  }, [tools]);

  const end = (how: (present: Waiting) => void) => {
    present.current = undefined;
    setWaiting(undefined);
    if (waiting) how(waiting);
  };
  return (
    <>
      <AuthToolsProvider value={guarded}>{children}</AuthToolsProvider>
      {waiting && (
        <ReauthenticationDialog
          onProved={() => end(({ proved }) => proved())}
          onCancel={() => end(({ refused }) => refused(new UserPoolError('NotProved', NOT_PROVED)))}
        />
      )}
    </>
  );
}

const NOT_PROVED = 'Nothing was changed. Confirm that it is you to go on.';

function newWaiting(): Waiting {
  let proved: Waiting['proved'] = () => undefined;
  let refused: Waiting['refused'] = () => undefined;
  const given = new Promise<void>((resolve, reject) => {
    proved = resolve;
    refused = reject;
  });
  return { proved, refused, given };
}

/** Every method of it, made again after a proof where the pool wanted one. */
function withReauthentication<Target extends object>(
  target: Target,
  prove: () => Promise<void>,
): Target {
  return new Proxy(target, {
    get(object, name) {
      const method: unknown = Reflect.get(object, name);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]): Promise<unknown> => {
        try {
          return await Reflect.apply(method, object, given);
        } catch (error) {
          if (!wantsProof(error)) throw error;
          await prove();
          return await Reflect.apply(method, object, given);
        }
      };
    },
  });
}

const wantsProof = (error: unknown): boolean =>
  isPoolError(error, 'NotAuthorizedException') &&
  error instanceof UserPoolError &&
  error.message === REAUTHENTICATION_NEEDED;
