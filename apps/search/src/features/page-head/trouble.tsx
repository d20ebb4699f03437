import { detailOrText, isNetworkError } from '@tomekeeper/api-client';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { isCatchingUp } from '../search-api/catching-up';

interface TroubleProps {
  error: unknown;
  /** What could not be done. */
  text: string;
  onRetry: () => void;
}

/** Why nothing was found out, and what to do next. */
export function Trouble({ error, text, onRetry }: TroubleProps) {
  if (isCatchingUp(error))
    return (
      <LoadFailure
        message="Catching up with what has changed in this campaign."
        reason="Documents open from the library meanwhile."
        retry="Try again"
        onRetry={onRetry}
      />
    );
  const failure = isNetworkError(error)
    ? { message: text, reason: 'No answer came. Check your connection, then try again.' }
    : detailOrText(error, text);
  return <LoadFailure {...failure} retry="Try again" onRetry={onRetry} />;
}

/** While an answer is on its way; says so when it takes longer for a reason. */
export const OnItsWay = ({ failure, words }: { failure: unknown; words: string }) => (
  <Skeleton label={isCatchingUp(failure) ? 'Catching up with what has changed…' : words} />
);
