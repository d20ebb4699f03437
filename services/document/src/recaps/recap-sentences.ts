import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { eventAudienceOf, GM_CLASS, membersOfClass, unionOfAll } from '@tomekeeper/visibility';
import { markEverHidden } from '../extraction-jobs/extractions';
import { recordPassageChange } from '../ledger/ledger';
import { membersOfClasses } from '../passages/audiences/audience-class';
import { changeClasses, changedClasses } from '../passages/audiences/change-classes';
import { settleReaders } from '../passages/audiences/handouts';
import { documentChanged } from '../passages/changes';
import { emitDocumentChanged } from '../passages/invalidation-events';
import { settleRecapSources, type LostSentences } from '../passages/recaps/recap-sources';

/**
 * Hides sentences of recaps in the transaction that hides their source from the party. Triggers mark the sources, and the last step
 * of every transaction makes their sentences GM only, until a GM reveals them.
 */
@Injectable()
export class RecapSentences implements OnModuleInit {
  constructor(private readonly uow: UnitOfWork) {}

  onModuleInit(): void {
    this.uow.beforeCommit(async (tx) => {
      for (const lost of await settleRecapSources(tx)) await hide(tx, lost);
    });
  }
}

async function hide(tx: Transaction, lost: LostSentences): Promise<void> {
  const { document, campaign, passages, is_spoilers, by } = lost;
  const place = { document, campaign };
  const change = { do: 'set', passages, to: GM_CLASS } as const;
  const classes = (await changedClasses(tx, document, change)).map(({ before }) => before);
  const members = await membersOfClasses(tx, classes);
  const isHiddenFromAll = is_spoilers || !lost.is_there;
  const readers = unionOfAll(
    classes.map((one) => membersOfClass(one, { is_spoilers: isHiddenFromAll }, members)),
  );
  const number = await documentChanged(tx, place, { players: readers });
  const entry = await recordPassageChange(tx, {
    ...place,
    ...{ act: 'hide', by, audience: 'gm', audienceClass: GM_CLASS },
  });
  await changeClasses(tx, { ...place, entry, number }, change);
  if (!lost.is_there) return;
  if (is_spoilers) await settleReaders(tx, place);
  else await markEverHidden(tx, document);
  await emitDocumentChanged(tx, { id: document, campaign_id: campaign }, eventAudienceOf(readers));
}
