import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { isPlayerNote, type Document } from '../documents-api/documents-api';
import { useSpoilerCheck } from '../sharing/spoiler-check/use-spoiler-check';
import styles from './note-editor.module.css';
import type { NoteSession } from './saving/note-session';

interface TitleField {
  field: ReactNode;
  /** Runs the spoiler check for a title that players will see. @returns false if the GM wants to change it */
  settle: () => Promise<boolean>;
}

/** Title field. A title that players see is saved on blur, after the spoiler check, and not with every keystroke. */
export function useTitleField(document: Document, note: NoteSession, title: string): TitleField {
  const spoilers = useSpoilerCheck(document.campaign);
  // Authors of players' notes know no secrets that a title could tell.
  const isChecked = !document.is_spoilers && !isPlayerNote(document);
  const field = useRef<HTMLTextAreaElement>(null);
  const settling = useRef<Promise<boolean>>(undefined);
  /** Counts rejected titles: each one returns the focus to the field after the dialog closes. */
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (changes > 0) field.current?.focus();
  }, [changes]);
  useEffect(() => note.holdTitles(isChecked), [note, isChecked]);

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
          // Titles are single-line, even if wrapped.
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
            A note needs a title. The previous title stays until you enter one.
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
                Show them your version
              </Button>
              <Button size="small" onClick={() => note.keepShownTitle()}>
                Keep the version they read
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
