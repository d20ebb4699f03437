import { useEffect } from 'react';

/** A step takes the place of the one before: its first field is where the person goes on. */
export function useFocusOnce(focus: () => void): void {
  useEffect(() => focus(), []); // eslint-disable-line react-hooks/exhaustive-deps -- once
}
