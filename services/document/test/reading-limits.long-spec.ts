import { eventually, type TestPerson } from '@tomekeeper/testing';
import { ChildFailed } from '../src/sandbox/child-process';
import { textOfFile } from '../src/extraction-jobs/file-text';
import { startDocumentApp, type DocumentApp } from './document-app';

jest.mock('../src/extraction-jobs/file-text');

let service: DocumentApp;
beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());

it.each([
  ['took too long', 2],
  ['took too much memory', 2],
  ['answered too much', 2],
  ['died', 3],
] as const)(
  'a file over which its process %s is tried %i times, then without images',
  async (why, times) => {
    const reading = jest.mocked(textOfFile).mockReset().mockRejectedValue(new ChildFailed(why));
    const gm = await service.identity.join('Gm');
    const campaign = service.campaign(gm);
    const file = { name: 'a.txt', contentType: 'text/plain', content: 'One.' };
    const { id } = await service.upload(gm, campaign, file);
    const rest =
      'UPDATE reading SET due_at = now() WHERE document_id = $1 AND due_at IS NOT NULL AND lease IS NULL';
    const state = async () => {
      const { body } = await service.call('GET', `/api/documents/?campaign=${campaign}`, {
        as: gm,
      });
      return body[0].text_state;
    };
    // Retries are half a minute apart; the test does not wait.
    const patience = setInterval(() => void service.uow.query(rest, [id]), 50);
    await service.readTexts().finally(() => clearInterval(patience));
    expect(await state()).toBe('damaged');
    const tries = reading.mock.calls.map(([, { skipImages }]) => skipImages);
    expect(tries).toEqual([...Array.from({ length: times }, () => false), true]);
  },
);

describe('extraction by turns', () => {
  /** Extractions that have started and not ended, by name of their file. */
  const running = new Map<string, () => void>();
  beforeEach(() => {
    running.clear();
    jest
      .mocked(textOfFile)
      .mockReset()
      .mockImplementation(
        ({ name }) =>
          new Promise((resolve) => {
            running.set(name, () => {
              running.delete(name);
              const passage = { kind: 'paragraph', depth: 0, text: name, content: {} } as const;
              resolve({
                passages: [passage],
                images: { byNumber: new Map(), made: [] },
                pages: undefined,
                hasSecrets: false,
              });
            });
          }),
      );
  });
  const upload = (gm: TestPerson, campaign: string, name: string) =>
    service.upload(gm, campaign, { name, contentType: 'text/plain', content: name });

  it('runs two at once, and at most one per person, across all campaigns of the person', async () => {
    const [busy, other] = (await Promise.all(
      ['Busy', 'Other'].map((name) => service.identity.join(name)),
    )) as [TestPerson, TestPerson];
    for (let n = 0; n < 6; n++) await upload(busy, service.campaign(busy), `busy ${n}.txt`);
    await eventually(() => running.size === 1);
    await upload(other, service.campaign(other), 'other.txt');
    await eventually(() => running.has('other.txt') && running.size === 2);
    running.get('other.txt')?.();
    // Extraction takes the files of the first person one by one.
    for (let n = 0; n < 6; n++) {
      const [name] = await eventually(() => (running.size > 0 ? [...running.keys()] : undefined));
      expect(running.size).toBe(1);
      running.get(name!)?.();
    }
    await service.readTexts();
  });
});
