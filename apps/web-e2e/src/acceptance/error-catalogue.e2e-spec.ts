import type { Page } from 'playwright-core';
import { answerAt, setStage, unfake, type Answer, type Stage } from './stage';

const DETAIL = 'The owl ate it.';
const detail: Answer = {
  status: 400,
  body: { status: 400, code: 'validation', detail: DETAIL, correlation_id: 'row' },
};
const silent: Answer = { status: 500 };
const ok = (text?: string): Answer => ({ status: 200, body: text ? { detail: text } : {} });

interface Case {
  row: string;
  who: 'owner' | 'visitor';
  at: string;
  call: string;
  act?: (page: Page) => Promise<void>;
  says: [Answer, string][];
}

const press = (name: string) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const fillEmail = async (page: Page) => page.getByLabel('Email').first().fill('Row@Example.org ');

const CASES: Case[] = [
  {
    row: 'Campaign list load',
    who: 'owner',
    at: '/home',
    call: 'GET /api/campaigns/',
    says: [
      [silent, 'Unable to load your campaigns.'],
      ['cut', 'Unable to load your campaigns.'],
    ],
  },
  {
    row: 'Campaign load',
    who: 'owner',
    at: '/campaigns/{id}',
    call: 'GET /api/campaigns/{id}/',
    says: [[silent, 'Unable to load campaign.']],
  },
  {
    row: 'Documents load',
    who: 'owner',
    at: '/campaigns/{id}',
    call: 'GET /api/documents/',
    act: (page) => page.getByRole('region', { name: 'Documents' }).scrollIntoViewIfNeeded(),
    says: [
      [detail, DETAIL],
      [silent, 'Unable to load documents.'],
    ],
  },
  {
    row: 'Campaign save',
    who: 'owner',
    at: '/campaigns/{id}',
    call: 'PATCH /api/campaigns/{id}/',
    act: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill('Row after Row');
      await press('Save')(page);
    },
    says: [
      [detail, DETAIL],
      [silent, 'Save failed'],
    ],
  },
  {
    row: 'Add player',
    who: 'owner',
    at: '/campaigns/{id}',
    call: 'POST /api/campaigns/{id}/add-players/',
    act: async (page) => {
      await page.getByLabel('Add player by user id').fill('0a0a0a0a-0000-4000-8000-000000000001');
      await press('Add')(page);
    },
    says: [[silent, 'Could not add player']],
  },
  {
    row: 'Account load',
    who: 'owner',
    at: '/account',
    call: 'GET /api/me/',
    says: [[silent, 'Unable to load account']],
  },
  {
    row: 'Account save',
    who: 'owner',
    at: '/account',
    call: 'PATCH /api/me/',
    act: async (page) => {
      await page.getByLabel('First name').fill('Accia');
      await press('Save')(page);
    },
    says: [
      [detail, DETAIL],
      [silent, 'Save failed'],
    ],
  },
  {
    row: 'Verify',
    who: 'visitor',
    at: '/verify-subscribe?token=abc',
    call: 'GET /api/subscribe/verify/',
    says: [
      [ok(DETAIL), DETAIL],
      [ok(), 'Email verified. Thank you!'],
      [detail, DETAIL],
      [silent, 'Invalid or expired token.'],
    ],
  },
  {
    row: 'Verify: no token',
    who: 'visitor',
    at: '/verify-subscribe',
    call: 'GET /api/subscribe/verify/',
    says: [[ok(), 'Missing token.']],
  },
  {
    row: 'Resend',
    who: 'visitor',
    at: '/verify-subscribe',
    call: 'POST /api/subscribe/resend/',
    act: async (page) => {
      await fillEmail(page);
      await press('Resend')(page);
    },
    says: [
      [ok(DETAIL), DETAIL],
      [ok(), 'If your email exists, a new link has been sent.'],
      [detail, DETAIL],
      [silent, 'Unable to send a new link.'],
    ],
  },
  {
    row: 'Unsubscribe',
    who: 'visitor',
    at: '/unsubscribe?email=row@example.org',
    call: 'POST /api/subscribe/unsubscribe/',
    act: press('Unsubscribe'),
    says: [
      [ok(DETAIL), DETAIL],
      [ok(), 'You have been unsubscribed.'],
      [detail, DETAIL],
      [silent, 'Unable to unsubscribe.'],
    ],
  },
  {
    row: 'Sign-in: the error’s own message, in red',
    who: 'visitor',
    at: '/login',
    call: 'GET /nothing',
    act: async (page) => {
      await page.getByLabel('Email').fill('nobody@example.org');
      await page.getByLabel('Password', { exact: true }).fill('Wrong-Word-1');
      await press('Sign In')(page);
    },
    says: [[ok(), 'Incorrect username or password.']],
  },
];

describe('8. Error catalogue', () => {
  let stage: Stage;
  beforeAll(async () => (stage = await setStage()));
  afterAll(() => stage?.close());

  const rows = CASES.flatMap((one) =>
    one.says.map(([answer, text]) => ({
      ...one,
      answer,
      text,
      when: answer === 'cut' ? 'cut off' : JSON.stringify(answer),
    })),
  );
  it.each(rows)('$row: "$text" on $when', async ({ who, at, call, act, answer, text }) => {
    const page = who === 'owner' ? stage.owner.page : stage.visitor;
    const placed = (path: string) => path.replace('{id}', stage.campaign);
    try {
      await answerAt(page, placed(call), answer);
      await page.goto('about:blank');
      await page.goto(placed(at));
      await act?.(page);
      await page.getByText(text).first().waitFor();
    } finally {
      await unfake(page);
    }
  });
});
