import { useRef, useState } from 'react';

export interface Task {
  /** Something is under way; its button says so. */
  busy: boolean;
  /** Runs the work unless it is running already: a double press is one press. */
  run(work: () => Promise<void>): void;
}

/** Work behind a button, one at a time. The work handles its own errors. */
export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  return {
    busy,
    run(work) {
      if (running.current) return;
      running.current = true;
      setBusy(true);
      void work().finally(() => {
        running.current = false;
        setBusy(false);
      });
    },
  };
}
