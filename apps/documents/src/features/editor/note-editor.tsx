import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useHints, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { isPressed } from '@tomekeeper/ui/shortcuts';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { isPlayerNote, type Document } from '../documents-api/documents-api';
import { READ_BY } from '../documents-api/player-notes/readers-in-words';
import { viewerPath } from '../documents-api/viewer-path';
import { ClashList } from './saving/clash-list';
import { Completions } from './completion/completions';
import { triggerOf } from './completion/trigger';
import { EditorToolbar } from './editor-toolbar';
import { LinkDialog } from './link/link-dialog';
import { useNotesApi } from './saving/notes-api';
import styles from './note-editor.module.css';
import { EDITOR_SHORTCUTS } from '../shortcuts/shortcuts';
import { SeenByMenu } from './seen-by/seen-by-menu';
import { WhoReadsIt } from '../sharing/player-notes/who-reads-it';
import { usePlayers } from '../sharing/audiences/use-members';
import { insertPictures, picturesIn, uploadsIn } from './pictures/insert-pictures';
import { SaveWords } from './save-words';
import { useTitleField } from './title-field';
import { NoteSession } from './saving/note-session';

const NoteVersionsDialog = lazy(async () => ({
  default: (await import('../history/note-versions/note-versions-dialog')).NoteVersionsDialog,
}));

interface NoteEditorProps {
  document: Document;
  person: string;
}

export function NoteEditor({ document, person }: NoteEditorProps) {
  const { session } = useShell();
  const [attempt, setAttempt] = useState(0);
  // The audience at opening time; later changes arrive through `note.audiences.follow`.
  const [is_spoilers] = useState(document.is_spoilers);
  const isPlayers = isPlayerNote(document);
  const hasAudiences = !isPlayers;
  const api = useNotesApi({ document: document.id, campaign: document.campaign, isPlayers });
  const [opened, setOpened] = useState<{ note?: NoteSession; failure?: unknown }>({});
  useEffect(() => {
    let isLeft = false;
    let note: NoteSession | undefined;
    const isSignedIn = () => session.current().status === 'signed-in';
    const parts = { api, person, note: document.id, is_spoilers, hasAudiences, isSignedIn };
    NoteSession.open(parts).then(
      (open) => {
        note = open;
        if (isLeft) void open.close();
        else setOpened({ note: open });
      },
      (failure: unknown) => !isLeft && setOpened({ failure }),
    );
    return () => {
      isLeft = true;
      void note?.close();
      setOpened({});
    };
  }, [api, person, document.id, is_spoilers, hasAudiences, session, attempt]);

  if (opened.note) return <Writing document={document} note={opened.note} />;
  if (opened.failure)
    return (
      <LoadFailure
        {...detailOrText(opened.failure, 'Unable to open the note for writing.')}
        onRetry={() => setAttempt(attempt + 1)}
      />
    );
  return <Skeleton label="Opening the note…" count={6} />;
}

function Writing({ document, note }: { document: Document; note: NoteSession }) {
  const { routing } = useShell();
  const { title, state, clashes, editor } = useSyncExternalStore(note.subscribe, note.current);
  const place = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const [areVersionsOpen, setVersionsOpen] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const players = usePlayers(document.campaign);
  const { nameOf } = players;
  useEffect(
    () => note.audiences.follow(document.is_spoilers, nameOf),
    [note, document.is_spoilers, nameOf],
  );
  const titled = useTitleField(document, note, title);
  const trigger = triggerOf(editor);
  const { author_audience: audience } = document;
  const isForGms = audience === undefined;

  useEffect(() => {
    if (!place.current) return;
    const unmount = note.mount(place.current, {
      class: styles.written ?? '',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': 'Text',
      spellcheck: 'true',
    });
    note.focus();
    return unmount;
  }, [note]);
  useEffect(() => {
    const online = () => void note.saveNow();
    const hidden = () => {
      if (window.document.visibilityState === 'hidden') void note.saveNow();
    };
    window.addEventListener('online', online);
    window.document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('online', online);
      window.document.removeEventListener('visibilitychange', hidden);
    };
  }, [note]);
  useHints(['documents'], document.campaign, ({ id }) => {
    if (id === null || id === document.id) void note.refresh();
  });
  // Text that neither the server nor this device has saved is lost with the page.
  const isSending = useSyncExternalStore(note.pictures.subscribe, () =>
    note.pictures.areUnsent(uploadsIn(editor.doc)),
  );
  routing.useUnsavedChanges(isSending || ('isKept' in state && !state.isKept));
  const choosePicture = () => {
    chooser.current?.click();
    return false;
  };
  const openers = {
    picture: choosePicture,
    webLink: () => {
      setLinking(true);
      return false;
    },
  };
  useEffect(
    () =>
      note.screen.serve({
        shortcut(event) {
          if (!isPressed(event, EDITOR_SHORTCUTS.link)) return false;
          setLinking(true);
          return true;
        },
      }),
    [note],
  );

  const leave = async () => {
    setLeaving(true);
    const isSettled = await titled.settle();
    if (isSettled) await note.saveNow();
    setLeaving(false);
    if (!isSettled) return;
    routing.navigate(viewerPath(document, undefined));
  };

  return (
    <div
      className={styles.editor}
      data-note={audience && (audience === 'private' ? 'private' : 'shared')}
    >
      <div className={styles.line}>
        <SaveWords state={state} clashes={clashes} onRetry={() => void note.saveNow()} />
        <div className={styles.acts}>
          <Button
            variant="quiet"
            size="small"
            onClick={() => void note.saveNow().then(() => setVersionsOpen(true))}
          >
            Versions
          </Button>
          <Button size="small" busy={isLeaving && 'Saving…'} onClick={() => void leave()}>
            Done
          </Button>
        </div>
      </div>
      {isForGms && !document.is_spoilers && (
        <Notice title="Your players see your text as you type.">
          <p>
            Saved text appears on their screens at once. To hide the current passage, choose GM only
            above the text, or press Control or Command, Shift and H.
          </p>
        </Notice>
      )}
      {clashes.length > 0 && (
        <ClashList
          clashes={clashes}
          doc={editor.doc}
          onChoose={(clash, choice) => note.choose(clash, choice)}
        />
      )}
      {titled.field}
      {audience !== undefined && (
        <div className={styles.readers}>
          <WhoReadsIt note={document} before={note.saveNow} />
          <span>{READ_BY[audience]}</span>
        </div>
      )}
      <EditorToolbar editor={editor} run={note.run} {...openers} hasSecrets={isForGms}>
        {isForGms && <SeenByMenu {...{ note, document, players }} />}
      </EditorToolbar>
      <div ref={place} className={styles.place} />
      <input
        ref={chooser}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp,image/avif"
        multiple
        hidden
        aria-label="Pictures for the note"
        onChange={({ target }) => {
          const files = picturesIn(target.files ?? []);
          target.value = '';
          note.run(insertPictures(note.pictures, files));
        }}
      />
      {trigger && (
        <Completions
          {...{ note, document, trigger, ...openers }}
          isSeen={isForGms && !document.is_spoilers}
        />
      )}
      {areVersionsOpen && (
        <Suspense>
          <NoteVersionsDialog
            document={document}
            onClose={() => setVersionsOpen(false)}
            onRestored={() => void note.refresh()}
          />
        </Suspense>
      )}
      {isLinking && <LinkDialog editor={editor} run={note.run} onClose={() => setLinking(false)} />}
    </div>
  );
}
