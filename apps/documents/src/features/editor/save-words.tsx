import { useEffect, useRef } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import styles from './note-editor.module.css';
import type { Clash } from './saving/clashes';
import type { SaveState } from './saving/note-saver';

interface SaveWordsProps {
  state: SaveState;
  /** Passages with conflicting versions. */
  clashes: readonly Clash[];
  onRetry: () => void;
}

/** Save status. Only problems, and the recovery from them, are announced to screen readers. */
export function SaveWords({ state, clashes, onRetry }: SaveWordsProps) {
  const { announce } = useShell();
  const words = wordsFor(state, clashes);
  const isTrouble = state.is === 'offline' || state.is === 'refused' || clashes.length > 0;
  const wasTrouble = useRef(false);
  useEffect(() => {
    if (isTrouble) announce(words);
    else if (wasTrouble.current && state.is === 'saved') announce('Saved');
    if (isTrouble) wasTrouble.current = true;
    else if (state.is === 'saved') wasTrouble.current = false;
  }, [announce, isTrouble, words, state.is]);
  return (
    <p className={styles.state} data-state={isTrouble ? 'trouble' : state.is}>
      {words}
      {(state.is === 'offline' || state.is === 'refused') && (
        <Button variant="quiet" size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </p>
  );
}

function wordsFor(state: SaveState, clashes: readonly Clash[]): string {
  switch (state.is) {
    case 'saving':
      return 'Saving…';
    case 'saved':
      if (clashes.length === 0) return 'Saved';
      return clashes.every(({ isShown }) => isShown)
        ? 'Saved, except passages shown to players while you wrote'
        : 'Saved, except passages that others changed too';
    case 'offline':
      return state.isKept
        ? 'Offline: kept on this device'
        : 'Offline, and this browser cannot store drafts: leave this page open';
    case 'refused':
      return `Not saved: ${reasonOf(state.why)}${state.isKept ? ' Your text is saved on this device.' : ' Copy your text before you leave.'}`;
  }
}

function reasonOf(why: Extract<SaveState, { is: 'refused' }>['why']): string {
  if (why === 'signed_out') return 'your session has ended. Sign in again to save your text.';
  if (why === 'gone')
    return 'the note was deleted, or you can no longer edit it. Copy the text you need.';
  return why.detail;
}
