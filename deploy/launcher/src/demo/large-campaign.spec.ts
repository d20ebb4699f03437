import { largeDocuments } from './large-campaign';

it('holds rule books, forty sessions in their order, and spoilers', async () => {
  const documents = await largeDocuments();
  const sessions = documents.map(({ name }) => name).filter((name) => name.startsWith('Session '));
  expect(sessions.map((name) => Number(name.split(/[ ,]/)[1]))).toEqual(
    Array.from({ length: 40 }, (_, at) => at + 1),
  );
  expect(documents[0]?.tags).not.toEqual(['sessions']);
  expect(documents.filter(({ file }) => file.startsWith('large/_')).length).toBeGreaterThan(5);
  expect(new Set(documents.map(({ name }) => name)).size).toBe(documents.length);
});
