import { Injectable } from '@nestjs/common';
import { COMMON_PASSWORD_PARTS } from '@tomekeeper/contracts-identity';
import { z } from 'zod';
import { operation, OperationGroup } from '../protocol/operation';
import { CommonPasswords } from './common-passwords';

const partRequest = z.object({
  Part: z
    .number()
    .int()
    .min(0)
    .max(COMMON_PASSWORD_PARTS - 1),
});

/** An operation that the managed service does not have: a part of the list, so that no password is sent. */
@Injectable()
export class CommonPasswordOperations extends OperationGroup {
  readonly operations = {
    ListCommonPasswords: operation(partRequest, async ({ Part }) => ({
      Keys: this.common.part(Part),
    })),
  };

  constructor(private readonly common: CommonPasswords) {
    super();
  }
}
