import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Audience } from '@tomekeeper/ui/audience';
import { classNames } from '@tomekeeper/ui/class-names';
import { isPlayerNote, type Document } from '../../documents-api/documents-api';
import { NEWEST, useDocumentPages } from '../../documents-api/use-document-pages';
import { usePeople } from '../../documents-api/use-people';
import { usePassagesApi } from '../../documents-api/passages-api';
import { useCreateLinkedNote } from '../../documents-api/use-create-linked-note';
import type { NoteSession } from '../saving/note-session';
import { placeNear } from './place-near';
import styles from './completions.module.css';
import { completed, insertOptions, type Openers, type Option } from './insert-options';
import {
  createOption,
  documentNamed,
  documentOptions,
  linkQuery,
  mentionOptions,
  passageOptions,
  targetsIn,
} from './link-options';
import { dismiss, triggerOf, type CompletionKind, type Trigger } from './trigger';

interface CompletionsProps extends Openers {
  note: NoteSession;
  document: Document;
  trigger: Trigger;
  /** Whether players see the passage at the caret. */
  isSeen: boolean;
}

/** Completion list at the caret. Focus stays in the text, which references the active option with `aria-activedescendant`. */
export function Completions(props: CompletionsProps) {
  const { kind } = props.trigger;
  if (kind === 'link') return <Links {...props} />;
  if (kind === 'mention') return <Mentions {...props} />;
  const { trigger, picture, webLink } = props;
  const hasSecrets = !isPlayerNote(props.document);
  const options = insertOptions(trigger.query, { picture, webLink, hasSecrets });
  return <OptionList {...props} options={options} />;
}

function Links(props: CompletionsProps) {
  const { note, document, trigger, isSeen } = props;
  const { name, passage } = linkQuery(trigger.query);
  const documents = useDocumentPages(document.campaign, name === '' ? NEWEST : { q: name }, true);
  const others = (documents.documents ?? []).filter(({ id }) => id !== document.id);
  const target = passage !== undefined && name !== '' ? documentNamed(others, name) : undefined;
  const targets = useTargets(target);
  // Players cannot create notes of the campaign, and all documents that they see are Public.
  const isForGms = !isPlayerNote(document);
  const created =
    isForGms &&
    documents.documents &&
    passage === undefined &&
    createOption(documents.documents, name, isSeen);
  const options =
    passage === undefined
      ? [...documentOptions(others, name, isSeen), ...(created ? [created] : [])]
      : target
        ? passageOptions(targets ?? [], passage, target)
        : name === ''
          ? passageOptions(targetsIn(note.current().editor.doc), passage)
          : [];
  const empty = documents.isPending || (target && !targets) ? 'Looking…' : 'No matches.';
  const shown = isForGms ? options : options.map((one) => ({ ...one, audience: undefined }));
  return <OptionList {...props} options={shown} empty={empty} />;
}

/** Link targets: the headings of the document, and the other passages among its first 500. */
function useTargets(document: Document | undefined) {
  const api = usePassagesApi(document?.id ?? '');
  const { data } = useQuery({
    queryKey: ['targets of links', document?.id],
    queryFn: async ({ signal }) => {
      const [outline, { passages }] = await Promise.all([
        api.outline(signal),
        api.passages({}, 500, signal),
      ]);
      return [
        ...outline.map(({ id, text }) => ({ id, kind: 'heading', text })),
        ...passages.filter(({ kind }) => kind !== 'heading'),
      ];
    },
    enabled: document !== undefined,
    gcTime: 0,
  });
  return data;
}

function Mentions(props: CompletionsProps) {
  const people = usePeople(props.document.campaign);
  return (
    <OptionList
      {...props}
      options={mentionOptions(people.data ?? [], props.trigger.query)}
      empty={people.isPending ? 'Looking…' : undefined}
    />
  );
}

const NAMES: Readonly<Record<CompletionKind, string>> = {
  insert: 'Insert',
  link: 'Link to a document',
  mention: 'Mention',
};

interface OptionListProps extends CompletionsProps {
  options: readonly Option[];
  /** Text of an empty list. Without it, an empty list is hidden. */
  empty?: string | undefined;
}

function OptionList({ note, document, trigger, options, empty }: OptionListProps) {
  const { announce, toast } = useShell();
  const createNote = useCreateLinkedNote(document.campaign);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState({ for: trigger.query, at: 0 });
  // A changed query resets the active option to the best match.
  const at = chosen.for === trigger.query ? Math.min(chosen.at, options.length - 1) : 0;
  const active = options[Math.max(at, 0)];
  const isShown = options.length > 0 || empty !== undefined;

  const take = (option: Option) => {
    note.run((state, dispatch) => {
      const signs = triggerOf(state) ?? trigger;
      // Options that open a dialog change no text; then only the typed trigger is deleted.
      dispatch(completed(state, signs, option.run) ?? state.tr.delete(signs.from, signs.to));
      return true;
    });
    if (option.creates !== undefined) void create(option.creates);
  };
  const create = (title: string) =>
    createNote(title).then(
      () => announce(`Note “${title}” created`),
      (error: unknown) =>
        toast({
          message: detailOrText(error, 'Failed to create note').message,
          tone: 'error',
        }),
    );

  useLayoutEffect(() => {
    if (!isShown) return undefined;
    const place = () => list.current && placeNear(list.current, note.placeOf(trigger.from));
    place();
    window.addEventListener('scroll', place, { passive: true, capture: true });
    window.visualViewport?.addEventListener('resize', place);
    window.visualViewport?.addEventListener('scroll', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.visualViewport?.removeEventListener('resize', place);
      window.visualViewport?.removeEventListener('scroll', place);
    };
  }, [note, trigger.from, isShown, options.length]);

  useEffect(() =>
    note.screen.serve({
      completionKey(event) {
        if (event.key === 'Escape') {
          note.run(dismiss);
          return true;
        }
        if (!active || event.ctrlKey || event.metaKey || event.altKey) return false;
        const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
        if (step !== 0) {
          const next = (Math.max(at, 0) + step + options.length) % options.length;
          setChosen({ for: trigger.query, at: next });
          return true;
        }
        if ((event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey) return false;
        take(active);
        return true;
      },
    }),
  );

  const activeId = active && isShown ? `${id}-${active.id}` : undefined;
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    return note.describe({
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-controls': isShown ? id : undefined,
      'aria-activedescendant': activeId,
    });
  }, [note, id, isShown, activeId]);
  const count = options.length;
  useEffect(() => {
    if (isShown) announce(count === 1 ? '1 suggestion' : `${count} suggestions`);
  }, [announce, isShown, count]);

  if (!isShown) return null;
  return (
    <div ref={list} className={styles.completions}>
      <div id={id} role="listbox" aria-label={NAMES[trigger.kind]}>
        {options.map((option) => (
          <div
            key={option.id}
            id={`${id}-${option.id}`}
            role="option"
            aria-selected={option === active}
            className={classNames(styles.option, option === active && styles.active)}
            // Keeps the focus in the text and the keyboard of a phone open.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(option)}
          >
            <span className={styles.label}>{option.label}</span>
            {option.audience && <Audience kind={option.audience} />}
            {option.hint && <span className={styles.hint}>{option.hint}</span>}
          </div>
        ))}
      </div>
      {options.length === 0 && <p className={styles.empty}>{empty}</p>}
    </div>
  );
}
