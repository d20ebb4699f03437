/** Spec files that rows cite, from the root of the repository. */
export const AUTH = 'apps/auth/src/features';
export const CAMPAIGNS = 'apps/campaigns/src/features';
export const DOCUMENTS = 'apps/documents/src/features';
export const MARKETING = 'apps/marketing/src';
export const SHELL = 'apps/shell/src';
export const JOURNEYS = 'apps/web-e2e/src/journeys';
export const POOL = `${AUTH}/session/user-pool.spec.ts`;
export const PROTOCOL = 'the sign-in protocol comes with its own issue';
export const UPLOAD = `${DOCUMENTS}/upload/upload-dialog.spec.tsx`;
export const EDIT = `${CAMPAIGNS}/campaign-editor/edit-campaign-page.spec.tsx`;
export const PLAYERS = `${CAMPAIGNS}/players/players-panel.spec.tsx`;
export const CONTACT = `${MARKETING}/contact/contact-page.spec.tsx`;
export const LAUNCH = `${MARKETING}/landing/launch-page.spec.tsx`;
export const SIGN_IN = `${AUTH}/sign-in/sign-in-page.spec.tsx`;
export const SIGN_UP = `${AUTH}/sign-up/sign-up-page.spec.tsx`;
export const ACCOUNT = `${AUTH}/account/account-page.spec.tsx`;
export const SESSION = `${SHELL}/session/session-store.spec.ts`;
