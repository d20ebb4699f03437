import type { Page } from 'playwright-core';
import { openScenario, type Scenario } from './scenario';

interface Case {
  row: string;
  who: 'owner' | 'visitor';
  at: string;
  act: (page: Page) => Promise<void>;
  says: string;
}
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

const CASES: Case[] = [
  {
    row: "Sign-in: both fields required, otherwise 'Please enter both email and password.'",
    who: 'visitor',
    at: '/login',
    act: (page) => press(page, 'Sign In'),
    says: 'Please enter both email and password.',
  },
  {
    row: "all required, otherwise 'Please complete all fields.'",
    who: 'visitor',
    at: '/signup',
    act: (page) => press(page, 'Create Account'),
    says: 'Please complete all fields.',
  },
  {
    row: 'Resend and unsubscribe use the same rule: unsubscribe',
    who: 'visitor',
    at: '/unsubscribe',
    act: (page) => press(page, 'Unsubscribe'),
    says: 'Please enter your email.',
  },
  {
    row: 'Resend and unsubscribe use the same rule: resend',
    who: 'visitor',
    at: '/verify-subscribe',
    act: (page) => press(page, 'Resend'),
    says: 'Please enter your email.',
  },
  {
    row: "Contact: email and message required, else 'Please include your email and a message.'",
    who: 'visitor',
    at: '/contact',
    act: (page) => press(page, 'Send'),
    says: 'Please include your email and a message.',
  },
  {
    row: "robot-check widget is present it must be completed, else 'Please complete the CAPTCHA.'",
    who: 'visitor',
    at: '/contact',
    act: async (page) => {
      await page.getByLabel('Email').fill('row@example.org');
      await page.getByRole('textbox', { name: 'Message' }).fill('Rows.');
      await page.getByLabel('I am a person').waitFor();
      await press(page, 'Send');
    },
    says: 'Please complete the CAPTCHA.',
  },
  {
    row: "a file is required, else 'Choose a file first.'",
    who: 'owner',
    at: '/campaigns/{id}',
    act: async (page) => {
      await page.getByRole('button', { name: 'Upload Document' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Upload Document' });
      await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
    },
    says: 'Choose a file first.',
  },
];

describe('5. Validation rules', () => {
  let scenario: Scenario;
  beforeAll(async () => (scenario = await openScenario()));
  afterAll(() => scenario?.close());

  it.each(CASES)('$row: "$says"', async ({ who, at, act, says }) => {
    const page = who === 'owner' ? scenario.owner.page : scenario.visitor;
    await page.goto(at.replace('{id}', scenario.campaign));
    await act(page);
    await page.getByText(says).first().waitFor();
  });

  it('Campaign: Create/Save is disabled unless title and game system are both non-empty after trimming', async () => {
    const { page } = scenario.owner;
    await page.goto('/campaigns/new');
    const create = page.getByRole('button', { name: 'Create', exact: true });
    await page.getByLabel('Title', { exact: true }).fill('A');
    await page.getByLabel('Game system').fill('   ');
    expect(await create.isDisabled()).toBe(true);
    await page.getByLabel('Game system').fill('B');
    expect(await create.isEnabled()).toBe(true);
  });
});
