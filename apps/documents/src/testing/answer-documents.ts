import { answer } from '@tomekeeper/remote-kit/testing';

/** Responds to `GET /api/documents/` with one page, or without `limit` with all documents. */
export const answerDocuments =
  (list: readonly object[]) =>
  ({ query }: { query: URLSearchParams }) =>
    answer(query.has('limit') ? { documents: list } : list);
