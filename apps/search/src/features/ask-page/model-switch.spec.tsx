import { act, screen, within } from '@testing-library/react';
import { answer, refuse } from '@tomekeeper/remote-kit/testing';
import { CAMPAIGN, openSearch } from '../../testing/show-search';

const PATCH = 'PATCH /api/campaigns/:id/';

interface Outside {
  /** Names a writer of answers. */
  writes?: boolean;
  /** Names a service that reads for meaning. */
  reads?: boolean;
}

/** What a GM is told where outside models may read, or may not. */
const stateOf =
  ({ writes = false, reads = false }: Outside, isOn: boolean) =>
  () =>
    answer({
      is_ready: true,
      mode: isOn && reads ? 'full' : 'lexical',
      ...(reads && {
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
        written_by: writes && isOn ? 'quill-7b' : 'extract',
        ...(writes && { model: { model: 'quill-7b', host: 'llm.example', is_on: isOn } }),
      },
    });

/** The ask page of a GM, and a campaign whose switch goes as it is set. */
function open(outside: Outside, isOn = true) {
  const opened = openSearch({ path: `/campaigns/${CAMPAIGN}/ask` });
  opened.server.on('GET /api/search/state/', stateOf(outside, isOn));
  opened.server.on(PATCH, ({ body }) => {
    const { answers_by_model: next } = body as { answers_by_model: boolean };
    opened.server.on('GET /api/search/state/', stateOf(outside, next));
    return answer(undefined, 204);
  });
  opened.showPage('ask');
  const told = async () => (await screen.findByLabelText('Language model')).textContent ?? '';
  const sent = () => opened.server.callsTo(PATCH).map(({ body }) => body);
  return { ...opened, told, sent };
}

it('says which service writes and what it gets, and turns it off and on', async () => {
  const { user, told, sent } = open({ writes: true });
  expect(await told()).toContain('quill-7b writes answers');
  expect(await told()).toContain('llm.example, which gets each question and the passages');
  expect(await told()).not.toContain('vectors.example');
  await user.click(screen.getByRole('button', { name: 'Turn it off for this campaign' }));
  const on = await screen.findByRole('button', { name: 'Let it write answers' });
  expect(await told()).toMatch(/^quill-7b at llm\.example may not read .* quote .*nothing is sent/);
  await user.click(on);
  await screen.findByRole('button', { name: 'Turn it off for this campaign' });
  expect(sent()).toEqual([{ answers_by_model: false }, { answers_by_model: true }]);
});

it('says which service reads for meaning and that it gets all text, where nothing writes answers', async () => {
  const { user, told, sent } = open({ reads: true });
  expect(await told()).toContain('vectors.example, which gets all text of this campaign');
  expect(await told()).not.toContain('writes answers');
  await user.click(screen.getByRole('button', { name: 'Turn it off for this campaign' }));
  await screen.findByRole('button', { name: 'Let it read this campaign' });
  expect(await told()).toMatch(/^embed-3 at vectors\.example may not read .*Words alone/);
  expect(await told()).not.toContain('Answers quote');
  expect(sent()).toEqual([{ answers_by_model: false }]);
});

it('says of both what each gets, and has one button for both', async () => {
  const { user, told } = open({ writes: true, reads: true });
  expect(await told()).toContain('llm.example, which gets each question');
  expect(await told()).toContain('vectors.example, which gets all text');
  const section = within(screen.getByLabelText('Language model'));
  expect(section.getAllByRole('button')).toHaveLength(1);
  await user.click(section.getByRole('button', { name: 'Turn both off for this campaign' }));
  await screen.findByRole('button', { name: 'Let both read this campaign' });
  expect(await told()).toMatch(
    /quill-7b at llm\.example may not .*embed-3 at vectors\.example may not/,
  );
});

it('stays as it was where that is refused, and says why', async () => {
  const { server, user, told } = open({ reads: true });
  server.on(PATCH, () => refuse(503, 'Out of order.'));
  await user.click(await screen.findByRole('button', { name: 'Turn it off for this campaign' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Out of order.');
  expect(await told()).toContain('which gets all text');
});

it('follows another GM’s choice by itself', async () => {
  const { server, shell } = open({ reads: true }, false);
  await screen.findByRole('button', { name: 'Let it read this campaign' });
  server.on('GET /api/search/state/', stateOf({ reads: true }, true));
  act(() => shell.hints.give({ kind: 'campaign', campaign: CAMPAIGN, id: CAMPAIGN }));
  await screen.findByRole('button', { name: 'Turn it off for this campaign' });
});

it('is not there for who is told of no outside service: our own process reads, and a player asks', async () => {
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
  await screen.findByText(/^quill-7b writes the answer/);
  expect(screen.queryByLabelText('Language model')).toBeNull();
});
