import type { Page } from 'playwright-core';
import type { Answer } from '../scenario';

/** One thing that a screen says when a call ends so. */
export interface Said {
  /** Verbatim, from one line of section 8. */
  row: string;
  answer: Answer;
  says: string;
}

/** A call that the network's edge answers in the server's place, and what brings the page to make it. */
export interface Situation {
  who: 'owner' | 'visitor';
  at: string;
  call: string;
  /** Without it the page calls as soon as it is opened. */
  act?: (page: Page) => Promise<void>;
  said: readonly Said[];
}

const problem = (detail: string): Answer => ({
  status: 400,
  body: { status: 400, code: 'validation', detail, correlation_id: 'row' },
});
const ok = (detail?: string): Answer => ({ status: 200, body: detail ? { detail } : {} });
const silent: Answer = { status: 500 };

const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
const fillEmail = (page: Page) => page.getByLabel('Email').first().fill('Row@Example.org ');

const CAMPAIGNS: Situation[] = [
  {
    who: 'owner',
    at: '/home',
    call: 'GET /api/campaigns/',
    said: [
      {
        row: "Campaign list load | 'Unable to load your campaigns.'",
        answer: silent,
        says: 'Unable to load your campaigns.',
      },
    ],
  },
  {
    who: 'owner',
    at: '/campaigns/{id}?load',
    call: 'GET /api/campaigns/{id}/',
    said: [
      {
        row: "Campaign load | 'Unable to load campaign.'",
        answer: silent,
        says: 'Unable to load campaign.',
      },
    ],
  },
  {
    who: 'owner',
    at: '/campaigns/{id}',
    call: 'PATCH /api/campaigns/{id}/',
    act: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill('Row after Row');
      await press(page, 'Save');
    },
    said: [
      { row: 'Campaign save | detail', answer: problem('No save.'), says: 'No save.' },
      { row: ", or 'Save failed'", answer: silent, says: 'Save failed' },
    ],
  },
  {
    who: 'owner',
    at: '/campaigns/{id}',
    call: 'POST /api/campaigns/{id}/add-players/',
    act: async (page) => {
      await page.getByLabel('Add player by user id').fill('0a0a0a0a-0000-4000-8000-000000000001');
      await press(page, 'Add');
    },
    said: [
      {
        row: "Add player | 'Could not add player'",
        answer: problem('No add.'),
        says: 'Could not add player',
      },
    ],
  },
];

const DOCUMENTS: Situation[] = [
  {
    who: 'owner',
    at: '/campaigns/{id}',
    call: 'DELETE /api/documents/{document}/',
    act: async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Delete document' });
      if (!(await dialog.isVisible())) await press(page, 'Delete');
      await dialog.getByRole('button', { name: 'OK' }).click();
    },
    said: [
      {
        row: 'Delete document | an alert with detail',
        answer: problem('No delete.'),
        says: 'No delete.',
      },
      {
        row: "or 'Failed to delete document'",
        answer: silent,
        says: 'Failed to delete document',
      },
    ],
  },
  {
    who: 'owner',
    at: '/campaigns/{id}?documents',
    call: 'GET /api/documents/',
    act: (page) => page.getByRole('region', { name: 'Documents' }).scrollIntoViewIfNeeded(),
    said: [{ row: 'Documents load | detail', answer: problem('No list.'), says: 'No list.' }],
  },
  {
    who: 'owner',
    at: '/campaigns/{id}?documents',
    call: 'GET /api/documents/',
    act: (page) => press(page, 'Retry'),
    said: [
      {
        row: "or 'Unable to load documents.'",
        answer: silent,
        says: 'Unable to load documents.',
      },
    ],
  },
];

const ACCOUNT: Situation[] = [
  {
    who: 'owner',
    at: '/account',
    call: 'PATCH /api/me/',
    act: async (page) => {
      await page.getByLabel('First name').fill('Accia');
      await press(page, 'Save');
    },
    said: [
      { row: 'Account save | detail', answer: problem('No names.'), says: 'No names.' },
      { row: "detail or 'Save failed'", answer: silent, says: 'Save failed' },
      { row: "success 'Saved'", answer: ok(), says: 'Saved' },
    ],
  },
  {
    who: 'owner',
    at: '/account?load',
    call: 'GET /api/me/',
    said: [
      {
        row: "Account load | 'Unable to load account'",
        answer: silent,
        says: 'Unable to load account',
      },
    ],
  },
];

const MAILING_LIST: Situation[] = [
  {
    who: 'visitor',
    at: '/verify-subscribe?token=abc',
    call: 'GET /api/subscribe/verify/',
    said: [
      { row: 'Verify | success: detail', answer: ok('Yes, verified.'), says: 'Yes, verified.' },
      {
        row: "or 'Email verified. Thank you!'",
        answer: ok(),
        says: 'Email verified. Thank you!',
      },
      {
        row: "'Email verified. Thank you!'; failure: detail",
        answer: problem('Not verified.'),
        says: 'Not verified.',
      },
      {
        row: "or 'Invalid or expired token.'",
        answer: silent,
        says: 'Invalid or expired token.',
      },
    ],
  },
  {
    who: 'visitor',
    at: '/verify-subscribe',
    call: 'GET /api/subscribe/verify/',
    said: [{ row: "no token: 'Missing token.'", answer: ok('Asked.'), says: 'Missing token.' }],
  },
  {
    who: 'visitor',
    at: '/verify-subscribe',
    call: 'POST /api/subscribe/resend/',
    act: async (page) => {
      await fillEmail(page);
      await press(page, 'Resend');
    },
    said: [
      {
        row: "a new link has been sent.'; failure: detail",
        answer: problem('Not resent.'),
        says: 'Not resent.',
      },
      {
        row: "or 'Unable to send a new link.'",
        answer: silent,
        says: 'Unable to send a new link.',
      },
      { row: 'Resend | success: detail', answer: ok('Yes, resent.'), says: 'Yes, resent.' },
      {
        row: "or 'If your email exists, a new link has been sent.'",
        answer: ok(),
        says: 'If your email exists, a new link has been sent.',
      },
    ],
  },
  {
    who: 'visitor',
    at: '/unsubscribe',
    call: 'POST /api/subscribe/unsubscribe/',
    act: async (page) => {
      await fillEmail(page);
      await press(page, 'Unsubscribe');
    },
    said: [
      {
        row: "'You have been unsubscribed.'; failure: detail",
        answer: problem('Not unsubscribed.'),
        says: 'Not unsubscribed.',
      },
      {
        row: "or 'Unable to unsubscribe.'",
        answer: silent,
        says: 'Unable to unsubscribe.',
      },
      {
        row: 'Unsubscribe | success: detail',
        answer: ok('Yes, gone.'),
        says: 'Yes, gone.',
      },
      {
        row: "or 'You have been unsubscribed.'",
        answer: ok(),
        says: 'You have been unsubscribed.',
      },
    ],
  },
];

export const SITUATIONS: Situation[] = [...CAMPAIGNS, ...DOCUMENTS, ...ACCOUNT, ...MAILING_LIST];
