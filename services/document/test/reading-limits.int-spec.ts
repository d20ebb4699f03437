import { ChildFailed } from '../src/sandbox/child-process';
import { textOfFile } from '../src/reading/text-of-file';
import { startDocumentApp, type DocumentApp } from './document-app';

jest.mock('../src/reading/text-of-file');
jest.setTimeout(60_000);

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
] as const)('a file over which its process %s is tried %i times', async (why, times) => {
  const reading = jest.mocked(textOfFile).mockReset().mockRejectedValue(new ChildFailed(why));
  const gm = await service.identity.join('Gm');
  const campaign = service.campaign(gm);
  const file = { name: 'a.txt', contentType: 'text/plain', content: 'One.' };
  const { id } = await service.upload(gm, campaign, file);
  const rest = 'UPDATE reading SET due_at = now() WHERE document_id = $1 AND due_at IS NOT NULL';
  const state = async () => {
    const { body } = await service.call('GET', `/api/documents/?campaign=${campaign}`, { as: gm });
    return body[0].text_state;
  };
  // Tries lie half a minute apart; here nobody waits for that.
  const patience = setInterval(() => void service.uow.query(rest, [id]), 50);
  await service.readTexts().finally(() => clearInterval(patience));
  expect(await state()).toBe('damaged');
  expect(reading).toHaveBeenCalledTimes(times);
});
