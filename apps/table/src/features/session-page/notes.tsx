import { nameOf } from '../sessions-api/session-name';
import { useSessionsApi, type SessionDetail } from '../sessions-api/sessions-api';
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
          title: `Plan: ${nameOf(session)}`,
          markdown: TEMPLATE,
          idempotency_key,
        })
      }
    />
  );
}

interface RecapProps extends NoteProps {
  startedAt: string;
}

/** The recap of a session that started: a note with sentences from passages that players got to see. */
export function Recap({ campaignId, session, startedAt }: RecapProps) {
  const api = useSessionsApi();
  const { recap, number, closed_at } = session;
  return (
    <SessionNote
      {...{ campaignId, session }}
      field="recap"
      title="Recap"
      intro={
        recap
          ? 'Only game masters see the recap until you reveal it in the library.'
          : 'A draft with a sentence for everything that your players got to see. Only game masters see it until you reveal it.'
      }
      write="Write the recap"
      create={(idempotency_key) =>
        api.createRecap({
          campaign: campaignId,
          // Without the title of the session, which players may not see.
          title: number === null ? 'Recap' : `Session ${number}: recap`,
          from: startedAt,
          ...(closed_at !== null && { until: closed_at }),
          idempotency_key,
        })
      }
    />
  );
}
