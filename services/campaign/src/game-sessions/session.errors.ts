import { SESSION_LIMITS } from '@tomekeeper/contracts-campaign';
import { DomainError, idPipe } from '@tomekeeper/service-kit';

/** One error for unknown sessions, malformed ids and sessions that are not announced, so it reveals nothing. */
export const sessionNotFound = () =>
  new DomainError('not-found', 'campaign.session_not_found', 'There is no such session.');

export const checklistItemNotFound = () =>
  new DomainError(
    'not-found',
    'campaign.checklist_item_not_found',
    'This item is no longer on the checklist.',
  );

export const tooManySessions = () =>
  new DomainError(
    'conflict',
    'campaign.too_many_sessions',
    `A campaign can have at most ${SESSION_LIMITS.perCampaign} sessions. Delete one first.`,
  );

export const tooManyChecklistItems = () =>
  new DomainError(
    'conflict',
    'campaign.too_many_checklist_items',
    `A checklist can have at most ${SESSION_LIMITS.checklistItems} items. Delete one first.`,
  );

export const otherSessionRuns = () =>
  new DomainError(
    'conflict',
    'campaign.session_running',
    'Another session of this campaign is running. Close it first.',
  );

export const numberTaken = (number: number) =>
  new DomainError(
    'conflict',
    'campaign.session_number_taken',
    `There already is a session ${number}. Choose another number.`,
  );

export const notAnnounced = () =>
  new DomainError(
    'conflict',
    'campaign.session_not_announced',
    'The session gets its number when you announce it.',
  );

export const alreadyStarted = () =>
  new DomainError(
    'conflict',
    'campaign.session_started',
    'This session has already started. Players keep seeing it.',
  );

/** Only the latest session can run again, so that the times of sessions never overlap. */
export const laterSessionStarted = () =>
  new DomainError(
    'conflict',
    'campaign.later_session_started',
    'A later session has already started, so this one cannot be reopened.',
  );

export const noAnswersNow = () =>
  new DomainError(
    'conflict',
    'campaign.no_answers_now',
    'Members answer from the announcement of a session until it is closed.',
  );

export const playedInFuture = () =>
  new DomainError(
    'conflict',
    'campaign.session_in_future',
    'A session that was played cannot have a date in the future.',
  );

export const hasPlan = () =>
  new DomainError(
    'conflict',
    'campaign.session_has_plan',
    'This session has a plan already. Reload the page to see it.',
  );

export const ownerDoesNotAnswer = () =>
  new DomainError(
    'forbidden',
    'campaign.owner_has_no_attendance',
    'You run this campaign. Only its players and co-GMs answer whether they come.',
  );

export const SessionIdPipe = idPipe(sessionNotFound);

export const ChecklistItemIdPipe = idPipe(checklistItemNotFound);
