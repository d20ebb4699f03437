export { startMailInbox, type MailInbox } from './mail-inbox';
