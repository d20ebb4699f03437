import { act, screen, within } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, openSearch } from '../../testing/show-search';

const PATCH = 'PATCH /api/campaigns/:id/';

interface ExternalModels {
  answers?: boolean;
  embeddings?: boolean;
}

/** Response for GMs. */
const stateOf =
  ({ answers = false, embeddings = false }: ExternalModels, isOn: boolean) =>
  () =>
    answer({
      is_ready: true,
      mode: isOn && embeddings ? 'full' : 'lexical',
      ...(embeddings && {
        ...(!isOn && { lexical_because: 'kept_back' }),
        meaning: {
          model: 'embed-3',
          read: 0,
          passages: 2,
          sent_to: 'vectors.example',
          is_on: isOn,
        },
      }),
      answers: {
        written_by: answers && isOn ? 'quill-7b' : 'extract',
        ...(answers && { model: { model: 'quill-7b', host: 'llm.example', is_on: isOn } }),
      },
    });

/** The ask page of a GM, with a server that applies the switch. */
function open(models: ExternalModels, isOn = true) {
  const opened = openSearch({ path: `/campaigns/${CAMPAIGN}/ask` });
  opened.server.on('GET /api/search/state/', stateOf(models, isOn));
  opened.server.on(PATCH, ({ body }) => {
    const { answers_by_model: next } = body as { answers_by_model: boolean };
    opened.server.on('GET /api/search/state/', stateOf(models, next));
    return answer(undefined, 204);
  });
  opened.showPage('ask');
  const text = async () => (await screen.findByLabelText('Language model')).textContent ?? '';
  const sent = () => opened.server.callsTo(PATCH).map(({ body }) => body);
  return { ...opened, text, sent };
}

it('describes the model for answers and its data, and turns it off and on', async () => {
  const { user, text, sent } = open({ answers: true });
  expect(await text()).toContain('quill-7b writes answers');
  expect(await text()).toContain('llm.example, which receives each question and the passages');
  expect(await text()).not.toContain('vectors.example');
  await user.click(screen.getByRole('button', { name: 'Turn off for this campaign' }));
  const on = await screen.findByRole('button', { name: 'Turn on for this campaign' });
  expect(await text()).toMatch(/^quill-7b at llm\.example may not read .* quote .*nothing is sent/);
  await user.click(on);
  await screen.findByRole('button', { name: 'Turn off for this campaign' });
  expect(sent()).toEqual([{ answers_by_model: false }, { answers_by_model: true }]);
});

it('describes a model for embeddings and its data', async () => {
  const { user, text, sent } = open({ embeddings: true });
  expect(await text()).toContain('vectors.example, which receives all text of this campaign');
  expect(await text()).not.toContain('writes answers');
  await user.click(screen.getByRole('button', { name: 'Turn off for this campaign' }));
  await screen.findByRole('button', { name: 'Turn on for this campaign' });
  expect(await text()).toMatch(/^embed-3 at vectors\.example may not read .*matches words only/);
  expect(await text()).not.toContain('Answers quote');
  expect(sent()).toEqual([{ answers_by_model: false }]);
});

it('describes both models, with one button', async () => {
  const { user, text } = open({ answers: true, embeddings: true });
  expect(await text()).toContain('llm.example, which receives each question');
  expect(await text()).toContain('vectors.example, which receives all text');
  const section = within(screen.getByLabelText('Language model'));
  expect(section.getAllByRole('button')).toHaveLength(1);
  await user.click(section.getByRole('button', { name: 'Turn off for this campaign' }));
  await screen.findByRole('button', { name: 'Turn on for this campaign' });
  expect(await text()).toMatch(
    /quill-7b at llm\.example may not .*embed-3 at vectors\.example may not/,
  );
});

it('keeps the setting after an error, and shows the cause', async () => {
  const { server, user, text } = open({ embeddings: true });
  server.on(PATCH, () => refuse(503, 'Out of order.'));
  await user.click(await screen.findByRole('button', { name: 'Turn off for this campaign' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Out of order.');
  expect(await text()).toContain('which receives all text');
});

it('follows the setting of another GM', async () => {
  const { server, shell } = open({ embeddings: true }, false);
  await screen.findByRole('button', { name: 'Turn on for this campaign' });
  server.on('GET /api/search/state/', stateOf({ embeddings: true }, true));
  act(() => shell.hints.give({ kind: 'campaign', campaign: CAMPAIGN, id: CAMPAIGN }));
  await screen.findByRole('button', { name: 'Turn off for this campaign' });
});

it('is hidden from players, and for the built-in model', async () => {
  const { server, showPage } = openSearch({ path: `/campaigns/${CAMPAIGN}/ask`, role: 'player' });
  server.on('GET /api/search/state/', () =>
    answer({
      is_ready: true,
      mode: 'full',
      meaning: { model: 'all-MiniLM-L6-v2', read: 2, passages: 2 },
      answers: { written_by: 'quill-7b' },
    }),
  );
  showPage('ask');
  await screen.findByText(/^quill-7b writes answers/);
  expect(screen.queryByLabelText('Language model')).toBeNull();
});
