import { createApiClient } from '@tomekeeper/api-client';
import {
  currentUser,
  type CurrentUser,
  type UpdateMeRequest,
} from '@tomekeeper/contracts-identity';
import type { Http } from '@tomekeeper/remote-kit';

/** The signed-in person. @throws {ApiError} */
export function fetchMe(http: Http): Promise<CurrentUser> {
  return createApiClient(http).get('/api/me/', { answer: currentUser });
}

/** Erases the person's data. Only with a managed pool, which sends no event for that. @throws {ApiError} */
export function eraseMe(http: Http): Promise<void> {
  return createApiClient(http).delete('/api/me/');
}

/** Changes the names. @throws {ApiError} */
export function saveNames(http: Http, names: UpdateMeRequest): Promise<void> {
  return createApiClient(http).patch('/api/me/', { body: names });
}
