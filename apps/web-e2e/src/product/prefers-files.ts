import type { Tab } from './person';

/**
 * Sets the user's preference for files over text; the text is ready at some time after the upload.
 */
export async function prefersFiles({ context }: Tab): Promise<void> {
  await context.addInitScript(() =>
    localStorage.setItem('tomekeeper.reader', JSON.stringify({ shown: 'file' })),
  );
}
