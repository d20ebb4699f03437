export { startMailInbox, type MailInbox } from '@tomekeeper/mail-inbox';
export { BUCKET } from './parts';
export { adminUrlOf, homeOf } from './postgres/existing-server';
export { startPostgres, type Postgres } from './postgres/postgres';
