export { startMail, type Mail } from './mail/mail';
export { BUCKET } from './parts';
export { adminUrlOf, homeOf } from './postgres/existing-server';
export { startPostgres, type Postgres } from './postgres/postgres';
