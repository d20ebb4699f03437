import { createApiClient } from '@tomekeeper/api-client';
import { exportAnswer } from '@tomekeeper/contracts-document';
import type { Http } from '@tomekeeper/remote-kit';

/** Asks for a copy of one's data. @returns a link that gives it, once. @throws {ApiError} */
export async function prepareExport(http: Http): Promise<string> {
  const { url } = await createApiClient(http).post('/api/account/export/', {
    answer: exportAnswer,
  });
  return url;
}
