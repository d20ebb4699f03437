import { useState, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { detailOrText } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Drawing, iconShapes } from '@tomekeeper/ui/icon';
import { Menu, MenuItem } from '@tomekeeper/ui/menu';
import { bubble } from '../../comments/bubble';
import { useCampaignTags } from '../../documents-api/use-document-pages';
import type { Document } from '../../documents-api/documents-api';
import { keyOfParts } from '../../list/parts/use-parts';
import { TagDialog } from '../../list/tags/tag-dialog';
import { tagsAfter } from '../../list/tags/tag-tree';
import { copyWords, passageAddress, withSource } from './copy-words';
import type { Heading, Passage, PassagesApi } from '../../documents-api/passages-api';
import styles from '../reader.module.css';

interface PassageActsProps {
  document: Document;
  passage: Passage;
  /** For GMs, the section of a heading; absent for players. */
  part: Heading | undefined;
  onTag: (part: Heading) => void;
  onPin: (part: Heading) => void;
  /** Absent where the viewer cannot comment. */
  onComment: (() => void) | undefined;
  /** Further menu items for GMs, listed first. */
  children?: ReactNode;
}

/** Actions menu of a passage; its button is visible while the passage is hovered, pressed or focused. */
export function PassageActs(props: PassageActsProps) {
  const { document, passage, part, onTag, onPin, onComment, children } = props;
  const { toast } = useShell();
  const copy = async (words: string, told: string) => {
    const isCopied = await copyWords(words);
    toast(
      isCopied
        ? { message: told }
        : {
            message: 'Your browser blocked copying. Copy the address of this page instead.',
            tone: 'error',
          },
    );
  };
  const isHeading = passage.kind === 'heading';
  return (
    <Menu
      label={isHeading ? `This part: ${passage.text}` : 'This passage'}
      trigger={
        <>
          <Drawing shape={link} />
          <span className={styles.actsWords}>{isHeading ? 'This part' : 'This passage'}</span>
        </>
      }
      triggerClassName={styles.actsTrigger}
    >
      {children}
      {onComment && (
        <MenuItem icon={<Drawing shape={bubble} />} onClick={onComment}>
          Comment
        </MenuItem>
      )}
      <MenuItem
        icon={<Drawing shape={link} />}
        onClick={() =>
          void copy(
            passageAddress(document, passage.id),
            `Copied the link to this ${isHeading ? 'part' : 'passage'}.${whoCannotOpen(document, passage)}`,
          )
        }
      >
        Copy link
      </MenuItem>
      {passage.text !== '' && (
        <MenuItem
          icon={<Drawing shape={iconShapes.copy} />}
          onClick={() =>
            void copy(withSource(document, passage), 'Copied the text with its source.')
          }
        >
          Copy with source
        </MenuItem>
      )}
      {part && (
        <MenuItem icon={<Drawing shape={pin} />} onClick={() => onPin(part)}>
          {part.pinned ? 'Unpin' : 'Pin'}
        </MenuItem>
      )}
      {part && (
        <MenuItem icon={<Drawing shape={tag} />} onClick={() => onTag(part)}>
          Tags…
        </MenuItem>
      )}
    </Menu>
  );
}

/** Warning for a GM or an author who copies a link that others cannot open. */
function whoCannotOpen(document: Document, { audience }: Passage): string {
  const { is_spoilers, author_audience } = document;
  if (author_audience === 'private') return ' Only you can open it.';
  if (author_audience === 'gms') return ' Only the author and the game masters can open it.';
  if (author_audience === 'party') return '';
  if (audience === 'players') return ' Only the chosen players can open it.';
  const isHidden = audience === undefined ? is_spoilers : audience === 'gm';
  return isHidden ? ' Players cannot open it: it is hidden from them.' : '';
}

/** Pinning and tagging of sections, for GMs. */
export function usePartActs(document: Document, api: PassagesApi, outlineKey: readonly unknown[]) {
  const { toast } = useShell();
  const queryClient = useQueryClient();
  const [tagged, setTagged] = useState<Heading>();
  const known = useCampaignTags(document.campaign, tagged !== undefined);
  const updating = useMutation({
    mutationFn: ({ part, change }: { part: Heading; change: Change }) =>
      api.updatePart(part.id, change),
    onSuccess: (_, { part, change }) => {
      if (change.pinned !== undefined)
        toast({
          message: change.pinned
            ? `${part.text} is pinned in the library.`
            : `${part.text} is no longer pinned.`,
        });
    },
    onError: (error) =>
      toast({ message: detailOrText(error, 'Unable to change this part.').message, tone: 'error' }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: outlineKey }),
        queryClient.invalidateQueries({ queryKey: keyOfParts(document.campaign) }),
      ]),
  });
  return {
    pin: (part: Heading) => updating.mutate({ part, change: { pinned: !part.pinned } }),
    tag: setTagged,
    dialog: tagged && (
      <TagDialog
        documents={[asTagged(document, tagged)]}
        known={known}
        onClose={() => setTagged(undefined)}
        onTag={(change) =>
          updating.mutate({
            part: tagged,
            change: { tags: tagsAfter(asTagged(document, tagged), change) },
          })
        }
      />
    ),
  };
}

type Change = Parameters<PassagesApi['updatePart']>[1];

/** The tag dialog expects a document, so a section is presented as one. */
const asTagged = (document: Document, { text, tags = [] }: Heading): Document => ({
  ...document,
  original_filename: text,
  tags,
});

const link = (
  <path d="M8.25 11.75a3.25 3.25 0 0 0 4.6 0l3-3a3.25 3.25 0 0 0-4.6-4.6l-1 1M11.75 8.25a3.25 3.25 0 0 0-4.6 0l-3 3a3.25 3.25 0 0 0 4.6 4.6l1-1" />
);
const pin = <path d="M7 2.75h6l-.75 5.5 2.5 3.25h-9.5l2.5-3.25L7 2.75ZM10 11.5v5.75" />;
const tag = <path d="M3 3.25h6.5l7.5 7.5-6.25 6.25L3.25 9.5 3 3.25ZM6.5 6.5v.05" />;
