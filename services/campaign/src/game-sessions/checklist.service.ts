import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  isGm,
  SESSION_LIMITS,
  type ChecklistItem,
  type CreateChecklistItemRequest,
  type UpdateChecklistItemRequest,
} from '@tomekeeper/contracts-campaign';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { onlyGms } from '../campaigns/campaign.errors';
import { requireMember } from '../campaigns/campaign.queries';
import { hintSessionChanged } from '../campaigns/hints';
import { checklistItemNotFound, tooManyChecklistItems } from './session.errors';
import { lockForGm, storedSession } from './session-state';

interface Place {
  campaign: string;
  session: string;
  user: string;
}

const CHANGE_CHECKLISTS = 'change its checklists';
const COLUMNS = 'id, text, is_done AS done';

/** Checklists of sessions, for GMs only. Calls change one item each, so that two GMs do not overwrite each other. */
@Injectable()
export class ChecklistService {
  constructor(private readonly uow: UnitOfWork) {}

  create(place: Place, { text }: CreateChecklistItemRequest): Promise<ChecklistItem> {
    return this.change(place, async (tx) => {
      const [{ items = 0 } = {}] = await tx.query<{ items: number }>(
        'SELECT count(*)::int AS items FROM checklist_item WHERE session_id = $1',
        [place.session],
      );
      if (items >= SESSION_LIMITS.checklistItems) throw tooManyChecklistItems();
      return tx.query<ChecklistItem>(
        `INSERT INTO checklist_item (id, session_id, text) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
        [randomUUID(), place.session, text],
      );
    });
  }

  update(
    place: Place,
    item: string,
    { text, done }: UpdateChecklistItemRequest,
  ): Promise<ChecklistItem> {
    return this.change(place, (tx) =>
      tx.query<ChecklistItem>(
        `UPDATE checklist_item SET text = coalesce($3, text), is_done = coalesce($4, is_done)
          WHERE session_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
        [place.session, item, text ?? null, done ?? null],
      ),
    );
  }

  async delete(place: Place, item: string): Promise<void> {
    await this.change(place, (tx) =>
      tx.query<ChecklistItem>(
        `DELETE FROM checklist_item WHERE session_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
        [place.session, item],
      ),
    );
  }

  /** Runs a change of one item under the campaign's lock, for a GM. */
  private async change(
    { campaign, session, user }: Place,
    run: (tx: Transaction) => Promise<ChecklistItem[]>,
  ): Promise<ChecklistItem> {
    const { role } = await requireMember(this.uow, campaign, user);
    if (!isGm(role)) throw onlyGms(CHANGE_CHECKLISTS);
    return this.uow.run(async (tx) => {
      await lockForGm(tx, campaign, user, CHANGE_CHECKLISTS);
      await storedSession(tx, campaign, session);
      const [item] = await run(tx);
      if (!item) throw checklistItemNotFound();
      await hintSessionChanged(tx, campaign, session, 'gm');
      return item;
    });
  }
}
