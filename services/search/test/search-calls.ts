import type { SearchAnswer, SearchHit } from '@tomekeeper/contracts-search';
import type { TestPerson } from '@tomekeeper/testing';
import type { SearchApp } from './search-app';

/** Searches a campaign, which must succeed. @param more further parameters, such as `&typing=true` */
export async function searchIn(
  service: SearchApp,
  campaign: string,
  q: string,
  as: TestPerson,
  more = '',
): Promise<SearchAnswer> {
  const path = `/api/search/?campaign=${campaign}&q=${encodeURIComponent(q)}${more}`;
  const answer = await service.callUntilReady('GET', path, { as });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as SearchAnswer;
}

export const textOf = ({ snippet }: SearchHit): string => snippet.map(({ text }) => text).join('');

/** Highlighted words of a hit. */
export const marked = ({ snippet }: SearchHit): string[] =>
  snippet.filter(({ match }) => match).map(({ text }) => text);
