import { useState } from 'react';
import { detailOrText } from '@tomekeeper/api-client';
import { PARTY, useViewAs, ViewAsProvider } from '@tomekeeper/remote-kit';
import { nameOfPerson, type CampaignFacts } from '@tomekeeper/remote-kit/campaign';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { SelectField } from '@tomekeeper/ui/field';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { Notice } from '@tomekeeper/ui/notice';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { isNote, type Document } from '../documents-api/documents-api';
import { useDocumentList } from '../documents-api/use-document-list';
import type { NameOfPlayer } from '../sharing/audiences/audience-text';
import { ChooseDocuments, chosenOf, type Choice } from './choose-documents';
import { PrintedCopy } from './printed-copy';
import { usePrintCopy } from './use-print-copy';
import styles from './print.module.css';

interface PrintFormProps {
  campaignId: string;
  campaign: CampaignFacts;
  /** Ids of the documents that are chosen at first; empty for all. */
  first: readonly string[];
}

/** Choices of a GM or player, and the printed copy. A copy for players is requested as the party, never filtered here. */
export function PrintForm({ campaignId, campaign, first }: PrintFormProps) {
  const viewAs = useViewAs();
  const isGm = viewAs === undefined && campaign.role !== undefined && campaign.role !== 'player';
  const [copy, setCopy] = useState<'gm' | 'players'>('gm');
  const [choice, setChoice] = useState<Choice>({
    ...{ what: first.length > 0 ? 'some' : 'all', tag: '', some: new Set(first) },
  });
  const viewer = isGm && copy === 'players' ? PARTY : viewAs;
  return (
    <div className={styles.form}>
      {isGm && (
        <SelectField
          label="Copy"
          value={copy}
          options={[
            { value: 'gm', label: 'For game masters, with secrets marked' },
            { value: 'players', label: 'For players, without anything hidden' },
          ]}
          onChange={setCopy}
        />
      )}
      <ViewAsProvider value={viewer}>
        <Copy
          key={viewer ?? 'own'}
          {...{ campaignId, choice }}
          title={campaign.title}
          nameOf={isGm && copy === 'gm' ? (id) => nameOfPerson(campaign, id) : undefined}
          onChoice={setChoice}
        />
      </ViewAsProvider>
    </div>
  );
}

interface CopyProps {
  campaignId: string;
  title: string;
  /** Of a copy for GMs. */
  nameOf: NameOfPlayer | undefined;
  choice: Choice;
  onChoice: (choice: Choice) => void;
}

function Copy({ campaignId, title, nameOf, choice, onChoice }: CopyProps) {
  const [hasContents, setContents] = useState(true);
  const [breaksPages, setBreaks] = useState(true);
  const { data, error, refetch } = useDocumentList(campaignId, true);
  const { print, printed, paper, at, failure } = usePrintCopy(campaignId);
  if (!data)
    return error ? (
      <LoadFailure
        {...detailOrText(error, 'Unable to load the documents.')}
        onRetry={() => void refetch()}
      />
    ) : (
      <Skeleton label="Loading the documents…" count={3} />
    );
  const readable = data.filter(hasText);
  const chosen = chosenOf(readable, choice);
  const without = chosenOf(data, choice).length - chosen.length;
  return (
    <>
      <ChooseDocuments documents={readable} {...{ choice, onChoice }} />
      <Checkbox
        label="Table of contents"
        checked={hasContents}
        onChange={({ target }) => setContents(target.checked)}
      />
      <Checkbox
        label="Start each document on a new page"
        checked={breaksPages}
        onChange={({ target }) => setBreaks(target.checked)}
      />
      <p role="status" className={styles.count}>
        {inWords(chosen.length, without)}
      </p>
      {failure && <Notice tone="error" title={failure} />}
      <Button
        disabled={chosen.length === 0}
        busy={at !== undefined && `Loading ${at + 1} of ${chosen.length}…`}
        onClick={() => print(chosen)}
      >
        Print or save as PDF
      </Button>
      {printed && (
        <PrintedCopy {...{ title, hasContents, breaksPages, nameOf, printed }} ref={paper} />
      )}
    </>
  );
}

const hasText = (document: Document): boolean =>
  isNote(document) || document.text_state === 'ready';

function inWords(documents: number, without: number): string {
  const counted = documents === 1 ? 'One document' : `${documents.toLocaleString()} documents`;
  if (documents + without === 0) return 'Choose at least one document.';
  if (without === 0) return `${counted}.`;
  const files = without === 1 ? 'One file without text is' : `${without} files without text are`;
  return `${counted}. ${files} left out: open and print such files one by one.`;
}
