import { createApiClient } from '@tomekeeper/api-client';
import {
  currentUser,
  type CurrentUser,
  type UpdateMeRequest,
} from '@tomekeeper/contracts-identity';
import type { Http } from '@tomekeeper/remote-kit';

/** Throws the problem of a failed `GET /api/me/`. @throws {ApiError} */
export function throwAnswer(response: Response): Promise<CurrentUser> {
  return createApiClient(async () => response).get('/api/me/', { answer: currentUser });
}

/** Erases the person's data. Only with a managed pool, which sends no event for that. @throws {ApiError} */
export function eraseMe(http: Http): Promise<void> {
  return createApiClient(http).delete('/api/me/');
}

/** Changes the names. @throws {ApiError} */
export function saveNames(http: Http, names: UpdateMeRequest): Promise<void> {
  return createApiClient(http).patch('/api/me/', { body: names });
}
