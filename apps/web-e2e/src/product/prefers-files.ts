import type { Tab } from './person';

/** Makes somebody one who prefers a file to its text, which is ready at some moment after the upload. */
export async function prefersFiles({ context }: Tab): Promise<void> {
  await context.addInitScript(() =>
    localStorage.setItem('tomekeeper.reader', JSON.stringify({ shown: 'file' })),
  );
}
