import type { SectionRecords } from '@tomekeeper/campaign-files';
import type { VisibleDocument } from '../../../access/visible-documents';
import type { Exporter } from '../exporter';
import { commentRecords } from './comment-records';
import { handoutRecords } from './handout-records';
import { ledgerRecords } from './ledger-records';
import { playerNoteRecords } from './player-note-records';
import { characterRecords, sessionRecords } from './session-records';
import { sharedTagRecords } from './shared-tag-records';

interface SectionSource {
  /** Notes of this file of the export. */
  notes: readonly VisibleDocument[];
  /** Files with a text in the archive; read after the files. */
  texts: readonly VisibleDocument[];
  /** Portraits by user id, and all pictures by image. */
  images: { portraits: ReadonlyMap<string, string>; pictures: ReadonlyMap<string, string> };
  /** Documents of this file by id. */
  documents: ReadonlyMap<string, VisibleDocument>;
  /** Whether this is the first file, which has the data that belongs to no document. */
  isFirst: boolean;
}

/** Data of an archive other than documents, as the exporter sees it. */
export function exportedSections(
  exporter: Exporter,
  { notes, texts, images, documents, isFirst }: SectionSource,
): SectionRecords[] {
  const isExported = (document: string) => documents.has(document);
  const isGm = exporter.viewer.membership === null;
  return [
    ...(isGm && isFirst
      ? [{ name: 'shared_tags' as const, records: sharedTagRecords(exporter) }]
      : []),
    ...(isGm ? [{ name: 'handouts' as const, records: handoutRecords(exporter, notes) }] : []),
    { name: 'comments', records: commentRecords(exporter, { notes, texts }) },
    ...(isFirst
      ? [
          {
            name: 'player_notes' as const,
            records: playerNoteRecords(exporter, { isExported, pictures: images.pictures }),
          },
          { name: 'sessions' as const, records: sessionRecords(exporter, documents) },
        ]
      : []),
    ...(isGm && isFirst
      ? [{ name: 'ledger' as const, records: ledgerRecords(exporter, isExported) }]
      : []),
    ...(isFirst
      ? [{ name: 'characters' as const, records: characterRecords(exporter, images.portraits) }]
      : []),
  ];
}
