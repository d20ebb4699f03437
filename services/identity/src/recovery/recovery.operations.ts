import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { PoolClients } from '../clients/pool-clients';
import { CodeDeliveries } from '../codes/code-mails';
import { clientMetadata, operation, OperationGroup } from '../protocol/operations';
import { Subjects } from '../users/pool-users';
import { PasswordResets } from './password-resets';

const forgotRequest = z.object({
  ClientId: z.string(),
  Username: z.string(),
  SecretHash: z.string().optional(),
});
const confirmForgotRequest = z.object({
  ClientId: z.string(),
  Username: z.string(),
  ConfirmationCode: z.string(),
  Password: z.string(),
  SecretHash: z.string().optional(),
  ClientMetadata: clientMetadata,
});

@Injectable()
export class RecoveryOperations extends OperationGroup {
  readonly operations = {
    ForgotPassword: operation(forgotRequest, async (input) => {
      const client = await this.clients.getProven(input.ClientId, input.Username, input.SecretHash);
      const subject = await this.subjects.find(input.Username, client);
      await this.resets.request(subject);
      return { CodeDeliveryDetails: this.deliveries.toSubject(subject) };
    }),
    ConfirmForgotPassword: operation(confirmForgotRequest, async (input) => {
      const client = await this.clients.getProven(input.ClientId, input.Username, input.SecretHash);
      const subject = await this.subjects.find(input.Username, client);
      const keepFactors = input.ClientMetadata?.['keep_factors'] === 'true';
      await this.resets.confirm(subject, input.ConfirmationCode, input.Password, { keepFactors });
      return {};
    }),
  };

  constructor(
    private readonly clients: PoolClients,
    private readonly subjects: Subjects,
    private readonly resets: PasswordResets,
    private readonly deliveries: CodeDeliveries,
  ) {
    super();
  }
}
