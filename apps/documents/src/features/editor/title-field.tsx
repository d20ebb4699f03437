import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '@tomekeeper/ui/button';
import type { Document } from '../documents-api/documents-api';
import { useSpoilerCheck } from '../sharing/spoiler-check/use-spoiler-check';
import styles from './note-editor.module.css';
import type { WrittenNote } from './saving/written-note';

interface TitleField {
  field: ReactNode;
  /** Has a title that players are about to read checked. @returns false where the GM wants to change it */
  settle: () => Promise<boolean>;
}

/**
 * The title of a note while it is written. One that players read is not sent letter by letter: when the field is left, it is checked
 * for names that spoil.
 */
export function useTitleField(
  { campaign, is_spoilers }: Document,
  note: WrittenNote,
  title: string,
): TitleField {
  const spoilers = useSpoilerCheck(campaign);
  const field = useRef<HTMLTextAreaElement>(null);
  const settling = useRef<Promise<boolean>>(undefined);
  /** How often the GM wanted to change it: then the question is gone, and the focus is in the field again. */
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes > 0) field.current?.focus();
  }, [changes]);
  useEffect(() => note.holdTitles(!is_spoilers), [note, is_spoilers]);

  const { before } = spoilers;
  const settle = useCallback((): Promise<boolean> => {
    const held = note.heldTitle();
    if (held === undefined) return Promise.resolve(true);
    return (settling.current ??= new Promise<boolean>((decide) =>
      before(
        { audience: 'party', texts: [held] },
        () => {
          note.allowTitle(held);
          decide(true);
        },
        () => {
          setChanges((before) => before + 1);
          decide(false);
        },
      ),
    ).finally(() => (settling.current = undefined)));
  }, [note, before]);

  const { shownTitle } = note.current();
  const isEmpty = title.trim() === '';
  return {
    settle,
    field: (
      <>
        <textarea
          ref={field}
          className={styles.title}
          aria-label="Title"
          autoComplete="off"
          rows={1}
          maxLength={255}
          value={title}
          // A title has one line, however many it is drawn in.
          onChange={({ target }) => note.setTitle(target.value.replaceAll(/\s*\n\s*/g, ' '))}
          onBlur={() => void settle()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            note.focus();
          }}
        />
        {isEmpty && (
          <p className={styles.hint}>
            A note needs a title: the one before stays until you give one.
          </p>
        )}
        {shownTitle !== undefined && (
          <div className={styles.clash} role="alert">
            <p className={styles.clashTitle}>
              Somebody showed this note to players while you wrote its title. They read “
              {shownTitle}”.
            </p>
            <div className={styles.choices}>
              <Button size="small" onClick={() => void settle()}>
                Show them yours
              </Button>
              <Button size="small" onClick={() => note.keepShownTitle()}>
                Keep what they read
              </Button>
            </div>
          </div>
        )}
        {shownTitle === undefined && note.heldTitle() !== undefined && (
          <p className={styles.hint}>
            {spoilers.isPending
              ? 'Checking the title for names that your players do not know…'
              : 'Your players read this title once you leave the field.'}
          </p>
        )}
        {spoilers.dialog}
      </>
    ),
  };
}
