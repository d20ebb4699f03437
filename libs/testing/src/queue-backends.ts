import type { TestDatabase } from './database';
import { describeWithRedis, startRedis, type TestRedis } from './redis';

/** Where the queues of a service under test are; empty ones with every call. */
export type QueueUrlFor = (database: TestDatabase) => string;

/** Runs the same specs with queues on PostgreSQL and on Redis. */
export function describeOnEveryQueue(title: string, specs: (queueUrl: QueueUrlFor) => void): void {
  describe(`${title}, with queues on PostgreSQL`, () => specs(({ queueUrl }) => queueUrl));
  describeWithRedis(`${title}, with queues on Redis`, () => {
    let redis: TestRedis;
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis?.stop());
    specs(() => redis.freshUrl());
  });
}
