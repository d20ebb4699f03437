import { createApiClient } from '@tomekeeper/api-client';
import { activityAnswer, mySession } from '@tomekeeper/contracts-identity';
import type { Http } from '@tomekeeper/remote-kit';
import { z } from 'zod';

/**
 * Security events, newest first. @param before the `next` of the previous page @throws {ApiError}
 */
export const fetchActivity = (http: Http, before: string | undefined) =>
  createApiClient(http).get(
    before ? `/api/me/activity/?before=${encodeURIComponent(before)}` : '/api/me/activity/',
    // A kind that is newer than this page is shown as such, not refused.
    {
      answer: activityAnswer.extend({
        events: z.array(activityAnswer.shape.events.element.extend({ kind: z.string() })),
      }),
    },
  );

/** Where the person is signed in. @throws {ApiError} */
export const fetchSessions = (http: Http) =>
  createApiClient(http).get('/api/me/sessions/', { answer: z.array(mySession) });

/** Signs one of them out. @throws {ApiError} */
export const endSession = (http: Http, id: string): Promise<void> =>
  createApiClient(http).delete(`/api/me/sessions/${id}/`);
