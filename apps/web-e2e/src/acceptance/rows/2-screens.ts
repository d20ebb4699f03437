import {
  ACCEPTANCE,
  ACCOUNT,
  DELETE,
  EDIT,
  GAME_MASTER,
  GUARD,
  LAUNCH,
  LIST,
  MENU,
  PANEL,
  PLAYERS,
  PUBLIC_PAGES,
  SESSION,
  SIGN_IN,
  SIGN_UP,
  UNSUBSCRIBE,
  UPLOAD,
  VERIFY,
} from './cited-specs';
import { at, screen, type Row } from '../row';

/** Tests that are named by the row itself, on the screens of a visitor and of an owner. */
const visitor = (quote: string, words = quote): Row =>
  at(2, quote, `${ACCEPTANCE}/screens-public.e2e-spec.ts`, words);
const owner = (quote: string, words = quote): Row => screen(2, quote, words);

const ROUTE_TABLE: Row[] = [
  visitor('On the production environment: landing page with a mailing-list signup form.'),
  at(
    2,
    'On the production environment: landing page',
    'services/gateway/test/prerender.int-spec.ts',
    'are those of the environment',
  ),
  visitor('Otherwise a fallback landing page (content not shown).'),
  at(
    2,
    'Accepts a redirect query parameter set by the route guard.',
    SIGN_IN,
    'with the redirect %s goes to %s',
  ),
  at(
    2,
    'Sign-in. Accepts a redirect query parameter set by the route guard. On success goes to /home.',
    SIGN_IN,
    'trims what was typed, fetches the user and goes to the campaigns',
  ),
  visitor('Reads an optional email query parameter to prefill the email.'),
  at(
    2,
    'Create account. Reads an optional email query parameter to prefill the email. On success goes to /home.',
    SIGN_UP,
    'signs in, saves the names and goes to the campaigns',
  ),
  visitor('List of eight feature boxes.'),
  visitor('List of fourteen questions and answers.'),
  at(
    2,
    'Mailing-list e-mail verification.',
    PUBLIC_PAGES,
    'joins the mailing list with the link of the mail, once, and leaves it again',
  ),
  at(
    2,
    '/contact | public | Contact form.',
    PUBLIC_PAGES,
    'writes to the team, and proves to be a person on the way',
  ),
  at(
    2,
    'Mailing-list unsubscribe; email prefilled from the query.',
    UNSUBSCRIBE,
    "has the address of the mail's link in its field, and unsubscribes it",
  ),
  visitor('not guarded, but needs a session to load its data'),
  at(2, "'Your Campaigns' list.", LIST, 'shows title, game system and player count'),
  owner('Edit first and last name; email is read-only.'),
  at(2, 'Create a campaign.', GAME_MASTER, 'creates a campaign'),
  at(2, 'Edit a campaign,', EDIT, 'saves trimmed values, stays on the page and says so'),
  at(2, 'manage players,', GAME_MASTER, 'adds a player by user id and sees their name'),
  at(
    2,
    'list/upload/delete documents.',
    GAME_MASTER,
    'uploads a document straight to object storage and sees it first',
  ),
  at(2, 'list/upload/delete documents.', GAME_MASTER, 'deletes a document after a question'),
  owner(
    '/app | guarded | Shows the raw current-user data and a Sign Out button.',
    'Shows the raw current-user data and a Sign Out button.',
  ),
  visitor('Same fallback page as the non-production root.'),
  visitor('any other path'),
];

const GUARD_AND_HEADER: Row[] = [
  at(
    2,
    "While the session is being checked the guarded page shows 'Loading…'.",
    GUARD,
    "shows 'Loading…' while the session is being checked, then the page",
  ),
  visitor(
    'With no signed-in session the user is redirected to /login?redirect={encoded current path and query}, replacing the history entry',
  ),
  at(
    2,
    'replacing the history entry.',
    GUARD,
    'redirects to sign-in with the way back, replacing the entry',
  ),
  visitor("Title: the product's name."),
  visitor('Links: Home, My Campaigns (to /home, only when signed in), Features, FAQ, Contact.'),
  owner('Links: Home, My Campaigns (to /home, only when signed in), Features, FAQ, Contact.'),
  ...['click', 'hover'].map((how) =>
    owner(
      'Signed in: an avatar button opens a menu on click or on hover.',
      `Signed in: an avatar button opens a menu on click or on hover: ${how}`,
    ),
  ),
  owner(
    'The menu closes after a 300 ms delay or on a click outside it.',
    'The menu closes after a 300 ms delay or on a click outside it: click',
  ),
  at(
    2,
    'The menu closes after a 300 ms delay',
    MENU,
    'closes 300 ms after the pointer has left, not before, and not when it returns',
  ),
  owner("Items: 'Account' (to /account) and 'Log out'."),
  visitor("Signed out: a 'Log in' link to /login."),
  visitor('It is hidden on the production environment.'),
  owner(
    'Log out: perform the auth sign-out, then call the server logout (a failure is ignored), then go to /.',
  ),
  at(
    2,
    'perform the auth sign-out, then call the server logout',
    SESSION,
    'signs out at the pool, then on the server with the token it had, then goes home',
  ),
  at(2, '(a failure is ignored)', SESSION, 'ignores a server that fails at log-out'),
];

const ENTRANCE: Row[] = [
  visitor(
    'Shows a logo, a welcome heading, an intro paragraph and a Frequently Asked Questions section with five question-and-answer boxes',
  ),
  at(
    2,
    'AI help, searching notes, data safety, tech skill needed, launch timing.',
    LAUNCH,
    'answers five questions: AI help, searching notes, data safety, tech skill, launch timing',
  ),
  visitor('It states that the product is not ready for launch.'),
  visitor("Titled with the product name and 'Sign In'."),
  visitor('Fields: email and password.'),
  visitor('A Sign In button.'),
  visitor("A 'Create Account' link to /signup."),
  at(
    2,
    'After success the current user profile is fetched and handed to a callback.',
    SIGN_IN,
    'trims what was typed, fetches the user and goes to the campaigns',
  ),
  at(
    2,
    'If the error is an unconfirmed-user error, the user is sent to /signup with an email query parameter holding the trimmed entered username.',
    SIGN_IN,
    'sends an unconfirmed user, told %s, to sign-up with the address',
  ),
  visitor("Step 1, 'Create Account': fields first name, last name, email, password."),
  visitor(
    "Step 2: prompt 'Enter the verification code we sent to your email.' with a confirmation code field and a Confirm button.",
  ),
];

const CAMPAIGN_SCREENS: Row[] = [
  owner("A card per campaign: title, game system, player count written 'N player(s)'."),
  owner('Clicking opens /campaigns/{id}.'),
  owner("A 'New Campaign' button."),
  owner(`Empty state: "You don't have any campaigns yet."`),
  owner("Loading state: 'Loading campaigns…'."),
  ...['new', 'existing'].map((which) =>
    owner(
      "Title 'Create Campaign' (new) or 'Edit Campaign' (existing).",
      `Title 'Create Campaign' (new) or 'Edit Campaign' (existing): ${which}`,
    ),
  ),
  owner(
    "Fields: Title (placeholder example 'Curse of Strahd') and Game system (example 'D&D 5e').",
  ),
  owner('Buttons: Create/Save and Back (to /home).'),
  owner(
    "Edit mode also shows a Players panel: empty state 'No players yet.', a Remove button per player, an input 'Add player by user id' and an Add button.",
  ),
  at(2, 'a Remove button per player', PLAYERS, 'removes a player, shows the list of the answer'),
  owner('Edit mode also shows a Documents panel.'),
  owner('Documents load lazily, once, when the panel becomes 10% visible.'),
  at(
    2,
    'when the panel becomes 10% visible',
    PANEL,
    'are asked for once, when a tenth of the panel is on the screen',
  ),
  owner(
    "Each row shows the original filename (or the storage key when no filename), a label 'Spoilers' or 'Public', and the created date.",
  ),
  at(
    2,
    '(or the storage key when no filename)',
    PANEL,
    'are called by their key when they came without a name',
  ),
  owner("Owners also get an 'Upload Document' button and a Delete button per row."),
  owner(
    "Upload modal: file chooser, 'Contains spoilers' checkbox, Cancel and Upload buttons, and a progress bar with a percent (or 'Starting…' before progress is known).",
  ),
  at(
    2,
    "a progress bar with a percent (or 'Starting…' before progress is known)",
    UPLOAD,
    'shows how far it is in whole percents, and can not be cancelled meanwhile',
  ),
  owner('Cancel is disabled while uploading.'),
  owner('Delete modal: \'Are you sure you want to delete "{filename}"?\' with Cancel and OK.'),
  at(2, 'with Cancel and OK.', DELETE, 'asks with its name, and does nothing on Cancel'),
];

const OTHER_SCREENS: Row[] = [
  owner(
    "First name and last name editable; email read-only; a save action; shows 'Saved' on success.",
  ),
  owner('Shows the raw current-user data and a Sign Out button.'),
  at(
    2,
    'Shows the raw current-user data and a Sign Out button.',
    ACCOUNT,
    'shows the raw data of the current user and signs out',
  ),
  visitor('Fields: name (optional), email, subject (optional), message, and a robot-check widget.'),
  visitor("Submit button: 'Send'."),
  visitor('Verification page shows a status message.'),
  at(
    2,
    'Verification page shows a status message.',
    VERIFY,
    "checks the link's token and says what the server says",
  ),
  visitor(
    "On error it also shows a 'Resend verification link' form with an email field and a Resend button.",
  ),
  visitor('Unsubscribe page: email field prefilled from the query, and an action to unsubscribe.'),
  visitor('Landing signup form: email and optional name.'),
];

/** Rows of section 2. */
export const SCREENS: Row[] = [
  ...ROUTE_TABLE,
  ...GUARD_AND_HEADER,
  ...ENTRANCE,
  ...CAMPAIGN_SCREENS,
  ...OTHER_SCREENS,
];
