import type { Redis } from 'ioredis';

/** What in the settings of this Redis may cost jobs, in a sentence each. */
export async function durabilityWarnings(redis: Pick<Redis, 'info'>): Promise<string[]> {
  const info = await redis.info();
  const value = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1];
  const warnings: string[] = [];
  const policy = value('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction')
    warnings.push(
      `Redis throws keys away when its memory is full (maxmemory-policy ${policy}): set noeviction, or jobs may get lost.`,
    );
  if (value('aof_enabled') === '0')
    warnings.push(
      'Redis writes no append-only file: set appendonly yes, or jobs get lost when it ends.',
    );
  return warnings;
}
