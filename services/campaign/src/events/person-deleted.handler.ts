import { Injectable } from '@nestjs/common';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { HandlesJob } from '@tomekeeper/jobs';
import { HandlesEvent, UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { forgetPerson, SECOND_LOOK_MS } from './forget-person.job';

interface Person {
  person_id: string;
}

/** What a GM owns goes with their account; a player's seat becomes free. */
@Injectable()
export class PersonDeletedHandler {
  constructor(private readonly uow: UnitOfWork) {}

  @HandlesEvent(personDeleted)
  async onPersonDeleted({ person_id }: Person, tx: Transaction): Promise<void> {
    await forget(tx, person_id);
    await tx.outbox.job(forgetPerson, { person_id }, { delayMs: SECOND_LOOK_MS });
  }

  @HandlesJob(forgetPerson)
  async lookAgain({ person_id }: Person): Promise<void> {
    await this.uow.run((tx) => forget(tx, person_id));
  }
}

async function forget(tx: Transaction, person: string): Promise<void> {
  const campaigns = await tx.query<{ id: string }>(
    'DELETE FROM campaign WHERE owner = $1 RETURNING id',
    [person],
  );
  for (const { id } of campaigns) await tx.outbox.event(campaignDeleted, { campaign_id: id });
  await tx.query('DELETE FROM campaign_player WHERE player_id = $1', [person]);
  await tx.query('DELETE FROM email_lookup WHERE person_id = $1', [person]);
}
