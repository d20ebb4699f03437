import { settles } from '@tomekeeper/testing';
import { button, fieldLabels, header, link, main, open, pathOf, type Screen } from './screens-rows';

const FALLBACK = /^The whole campaign behind your screen/;

/** Section 2 for visitors. */
export const SCREENS_OF_VISITORS: Screen[] = [
  {
    screen: '/',
    at: '/',
    heading: FALLBACK,
    rows: [
      [
        'Otherwise a fallback landing page (content not shown).',
        async (page) => {
          expect(pathOf(page)).toBe('/');
          expect(await page.getByRole('form', { name: 'Mailing list' }).count()).toBe(0);
        },
      ],
    ],
  },
  {
    screen: 'Header (every page)',
    at: '/no/such/page',
    heading: FALLBACK,
    rows: [
      [
        'Same fallback page as the non-production root.',
        async (page) => expect(pathOf(page)).toBe('/no/such/page'),
      ],
      [
        "Title: the product's name.",
        async (page) => {
          const title = header(page).getByRole('link', { name: /^Tomekeeper\b/ });
          expect((await title.innerText()).trim()).toBe('Tomekeeper');
        },
      ],
      [
        'Links: Home, My Campaigns (to /home, only when signed in), Features, FAQ, Contact.',
        async (page) => {
          await link(header(page), 'Log in').waitFor();
          const links = header(page).getByRole('navigation').getByRole('link');
          expect(await links.allInnerTexts()).toEqual(['Home', 'Features', 'FAQ', 'Contact']);
          for (const [name, path, heading] of [
            ['Features', '/features', 'Features'],
            ['FAQ', '/faq', 'Frequently Asked Questions'],
            ['Contact', '/contact', 'Contact'],
            ['Home', '/', FALLBACK],
          ] as const) {
            await link(header(page), name).click();
            await page.getByRole('heading', { level: 1, name: heading }).waitFor();
            expect(pathOf(page)).toBe(path);
          }
        },
      ],
      [
        "Signed out: a 'Log in' link to /login.",
        async (page) => {
          await link(header(page), 'Log in').click();
          await page.getByRole('heading', { level: 1, name: 'Tomekeeper Sign In' }).waitFor();
          expect(pathOf(page)).toBe('/login');
        },
      ],
    ],
  },
  {
    screen: 'Sign-in screen',
    at: '/login',
    heading: 'Tomekeeper Sign In',
    rows: [
      [
        "Titled with the product name and 'Sign In'.",
        async (page) =>
          expect((await page.locator('h1').innerText()).split('\n')).toEqual([
            'Tomekeeper',
            'Sign In',
          ]),
      ],
      [
        'Fields: email and password.',
        async (page) => expect(await fieldLabels(main(page))).toEqual(['Email', 'Password']),
      ],
      ['A Sign In button.', async (page) => button(main(page), 'Sign In').waitFor()],
      [
        "A 'Create Account' link to /signup.",
        async (page) => {
          await link(main(page), 'Create Account').click();
          await page.getByRole('heading', { level: 1, name: 'Create Account' }).waitFor();
          expect(pathOf(page)).toBe('/signup');
        },
      ],
    ],
  },
  {
    screen: 'Sign-up screen',
    at: '/signup?email=mina%2Bgm%40example.org',
    heading: 'Tomekeeper Create Account',
    rows: [
      [
        'Reads an optional email query parameter to prefill the email.',
        async (page) =>
          expect(await page.getByLabel('Email').inputValue()).toBe('mina+gm@example.org'),
      ],
      [
        "Step 1, 'Create Account': fields first name, last name, email, password.",
        async (page) => {
          expect(await fieldLabels(main(page))).toEqual([
            'First name',
            'Last name',
            'Email',
            'Password',
          ]);
          await button(main(page), 'Create Account').waitFor();
        },
      ],
      [
        "Step 2: prompt 'Enter the verification code we sent to your email.' with a confirmation code field and a Confirm button.",
        async (page) => {
          await button(main(page), 'I have a verification code').click();
          await page.getByText('Enter the verification code we sent to your email.').waitFor();
          expect(await fieldLabels(main(page))).toEqual(['Confirmation code']);
          await button(main(page), 'Confirm').waitFor();
        },
      ],
    ],
  },
  {
    screen: '/features',
    at: '/features',
    heading: 'Features',
    rows: [
      [
        'List of eight feature boxes.',
        async (page) => expect(await main(page).getByRole('heading', { level: 2 }).count()).toBe(8),
      ],
    ],
  },
  {
    screen: '/faq',
    at: '/faq',
    heading: 'Frequently Asked Questions',
    rows: [
      [
        'List of fourteen questions and answers.',
        async (page) => {
          expect(await main(page).getByRole('term').count()).toBe(14);
          expect(await main(page).getByRole('definition').count()).toBe(14);
        },
      ],
    ],
  },
  {
    screen: 'Verification page',
    at: '/verify-subscribe?token=nonsense',
    heading: 'Email verification',
    rows: [
      [
        'Verification page shows a status message.',
        async (page) => page.getByText('Invalid or expired token.').waitFor(),
      ],
      [
        "On error it also shows a 'Resend verification link' form with an email field and a Resend button.",
        async (page) => {
          const form = page.getByRole('form', { name: 'Resend verification link' });
          expect(await fieldLabels(form)).toEqual(['Email']);
          await button(form, 'Resend').waitFor();
        },
      ],
    ],
  },
  {
    screen: 'Contact form',
    at: '/contact',
    heading: 'Contact',
    rows: [
      [
        'Fields: name (optional), email, subject (optional), message, and a robot-check widget.',
        async (page) => {
          const form = page.getByRole('form', { name: 'Contact' });
          await form.getByRole('checkbox', { name: 'I am a person' }).waitFor();
          expect((await fieldLabels(form)).slice(0, 4)).toEqual([
            'Name (optional)',
            'Email',
            'Subject (optional)',
            'Message',
          ]);
        },
      ],
      ["Submit button: 'Send'.", async (page) => button(main(page), 'Send').waitFor()],
    ],
  },
  {
    screen: 'Unsubscribe page',
    at: '/unsubscribe?email=mina%2Bgm%40example.org',
    heading: 'Unsubscribe',
    rows: [
      [
        'Unsubscribe page: email field prefilled from the query, and an action to unsubscribe.',
        async (page) => {
          // The page is readable before its script has filled it in.
          await settles(async () =>
            expect(await page.getByLabel('Email').inputValue()).toBe('mina+gm@example.org'),
          );
          await button(main(page), 'Unsubscribe').click();
          await page.getByText('You have been unsubscribed.').waitFor();
        },
      ],
    ],
  },
  {
    screen: '/home',
    at: '/home',
    heading: 'Your Campaigns',
    rows: [
      [
        'not guarded, but needs a session to load its data',
        async (page) => {
          await page.getByText('Sign in to see your campaigns.').waitFor();
          expect(pathOf(page)).toBe('/home');
        },
      ],
    ],
  },
];

/** The same in the production environment. */
export const SCREENS_IN_PRODUCTION: Screen[] = [
  {
    screen: 'Home page (public landing)',
    at: '/',
    heading: 'Welcome to Tomekeeper',
    rows: [
      [
        'On the production environment: landing page with a mailing-list signup form.',
        async (page) => page.getByRole('form', { name: 'Mailing list' }).waitFor(),
      ],
      [
        'Landing signup form: email and optional name.',
        async (page) => {
          const form = page.getByRole('form', { name: 'Mailing list' });
          expect(await fieldLabels(form)).toEqual(['Email', 'Name (optional)']);
        },
      ],
      [
        'Shows a logo, a welcome heading, an intro paragraph and a Frequently Asked Questions section with five question-and-answer boxes',
        async (page) => {
          await main(page).getByRole('img', { name: 'Tomekeeper' }).waitFor();
          await main(page)
            .getByText(/^A quiet place for game masters/)
            .waitFor();
          const section = page.getByRole('region', { name: 'Frequently Asked Questions' });
          expect(await section.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
            expect.stringMatching(/AI help/),
            expect.stringMatching(/search my notes/),
            expect.stringMatching(/data safe/),
            expect.stringMatching(/good with technology/),
            expect.stringMatching(/launch/),
          ]);
        },
      ],
      [
        'It states that the product is not ready for launch.',
        async (page) => page.getByText('Tomekeeper is not ready for launch yet.').waitFor(),
      ],
      [
        'It is hidden on the production environment.',
        async (page) => {
          await link(header(page), 'FAQ').waitFor();
          expect(await link(header(page), 'Log in').count()).toBe(0);
        },
      ],
      [
        'any other path',
        async (page) => {
          await open(page, { at: '/nowhere', heading: FALLBACK });
          expect(await page.getByRole('form', { name: 'Mailing list' }).count()).toBe(0);
        },
      ],
    ],
  },
];
