import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { operation, OperationGroup } from '../protocol/operation';
import { EmailChangeUndos } from './email-change-undos';

const undoRequest = z.object({ Token: z.string().max(100) });

/** An operation that the managed service does not have: the link in the mail about a changed address. */
@Injectable()
export class EmailUndoOperations extends OperationGroup {
  readonly operations = {
    UndoEmailChange: operation(undoRequest, async ({ Token }) => ({
      Email: await this.undos.follow(Token),
    })),
  };

  constructor(private readonly undos: EmailChangeUndos) {
    super();
  }
}
