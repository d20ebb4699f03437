import { useCallback, useRef, useState } from 'react';

/** Submit-once guard: ignores calls while a previous one is running. */
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
  /** Whether the work is running; the button shows it. */
  busy: boolean;
  run: (work: () => Promise<unknown>) => void;
}

/** Asynchronous action of a button with a submit-once guard. The action handles its own errors. */
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
