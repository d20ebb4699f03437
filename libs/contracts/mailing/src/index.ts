export * from './mails';
export * from './subscriptions';
