import { useShell } from '@tomekeeper/remote-kit';
import { sessionName } from '@tomekeeper/remote-kit/campaign';
import { nameForPlayers } from '../sessions-api/session-name';
import { useSessionsApi, type SessionDetail } from '../sessions-api/sessions-api';
import { timeSpanOf } from '../sessions-api/time-span';
import { SessionNote } from './session-note';

/** Headings that most plans have; GMs change them in the note. */
const TEMPLATE = `## Where we left off

## How it starts

## Scenes

## People

## Secrets and clues

## Rewards
`;

interface NoteProps {
  campaignId: string;
  session: SessionDetail;
}

/** The plan of a session: a GM-only note, created from a template. */
export function Plan({ campaignId, session }: NoteProps) {
  const api = useSessionsApi();
  return (
    <SessionNote
      {...{ campaignId, session }}
      field="plan"
      title="Plan"
      intro="A note for game masters only."
      write="Write a plan"
      create={(idempotency_key) =>
        api.createNote({
          campaign: campaignId,
          title: `Plan: ${sessionName(session)}`,
          markdown: TEMPLATE,
          idempotency_key,
        })
      }
    />
  );
}

/** The recap: a document, or a draft with sentences from passages that players saw while the session ran. */
export function Recap({ campaignId, session }: NoteProps) {
  const { Widget } = useShell();
  const api = useSessionsApi();
  const { recap, checklist_items = [] } = session;
  const proposedTitle = nameForPlayers(session);
  const span = timeSpanOf(session);
  if (!recap && !span) return null;
  return (
    <SessionNote
      {...{ campaignId, session }}
      field="recap"
      title="Recap"
      intro={
        recap
          ? 'Players see it once you publish it.'
          : 'A draft with a sentence of each passage that you revealed, and for game masters the checklist. Players see nothing until you publish it.'
      }
      write="Write the recap"
      create={(idempotency_key) =>
        api.createRecap({
          campaign: campaignId,
          title: proposedTitle,
          from: span?.from ?? '',
          ...(span?.until && { until: span.until }),
          checklist: checklist_items.map(({ text, done }) => ({ text, done })),
          idempotency_key,
        })
      }
    >
      {recap && (
        <Widget
          id="documents.publish-recap"
          props={{ campaignId, document: recap, proposedTitle }}
        />
      )}
    </SessionNote>
  );
}
