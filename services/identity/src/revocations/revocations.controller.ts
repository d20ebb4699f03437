import { Controller, Get, Query, SerializeOptions } from '@nestjs/common';
import { revocationsAnswer, type RevocationsAnswer } from '@tomekeeper/contracts-identity';
import { Internal } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { RevocationList } from './revocation-list';

const revocationsQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .default('0'),
});

/** Revocation list that other services poll. */
@Internal('campaign', 'document', 'mailing', 'contact', 'live', 'search')
@Controller('internal/revocations')
export class RevocationsController {
  constructor(private readonly list: RevocationList) {}

  @Get()
  @SerializeOptions({ schema: revocationsAnswer })
  async get(
    @Query({ schema: revocationsQuery }) query: z.infer<typeof revocationsQuery>,
  ): Promise<RevocationsAnswer> {
    return this.list.since(Number(query.after));
  }
}
