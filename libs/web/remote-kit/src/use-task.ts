import { useCallback, useRef, useState } from 'react';

/** Runs work one at a time: what is started while other work runs is dropped, so a double press is one press. */
export function useSingleRun(): (work: () => Promise<unknown>) => void {
  const running = useRef(false);
  return useCallback((work) => {
    if (running.current) return;
    running.current = true;
    void work().finally(() => {
      running.current = false;
    });
  }, []);
}

export interface Task {
  /** The work is under way; its button says so. */
  busy: boolean;
  run: (work: () => Promise<unknown>) => void;
}

/** Work behind a button, one at a time. The work handles its own errors. */
export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const runOnce = useSingleRun();
  return {
    busy,
    run: (work) =>
      runOnce(() => {
        setBusy(true);
        return work().finally(() => setBusy(false));
      }),
  };
}
