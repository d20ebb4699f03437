import { DocumentEntity } from '../documents/document.entity';
import { PendingUploadEntity } from '../uploads/pending-upload.entity';
import { CopiesOfImages1733930000000 } from './migrations/1733930000000-copies-of-images';
import { CreateDocuments1732000000000 } from './migrations/1732000000000-create-documents';
import { CreateExportTickets1732100000000 } from './migrations/1732100000000-create-export-tickets';
import { UploadKeys1732300000000 } from './migrations/1732300000000-upload-keys';
import { RenameDeletedCampaigns1732500000000 } from './migrations/1732500000000-rename-deleted-campaigns';
import { SessionsOfExportTickets1732400000000 } from './migrations/1732400000000-sessions-of-export-tickets';
import { ContentFingerprints1732700000000 } from './migrations/1732700000000-content-fingerprints';
import { Acts1733880000000 } from './migrations/1733880000000-acts';
import { Audiences1733850000000 } from './migrations/1733850000000-audiences';
import { DocumentVersions1733200000000 } from './migrations/1733200000000-document-versions';
import { FilesOnHold1733990000000 } from './migrations/1733990000000-files-on-hold';
import { Headings1733940000000 } from './migrations/1733940000000-headings';
import { ChangeFeed1733700000000 } from './migrations/1733700000000-change-feed';
import { Notes1733810000000 } from './migrations/1733810000000-notes';
import { NoteVersions1733830000000 } from './migrations/1733830000000-note-versions';
import { PassageLinks1733840000000 } from './migrations/1733840000000-passage-links';
import { Covers1733000000000 } from './migrations/1733000000000-covers';
import { Parts1733400000000 } from './migrations/1733400000000-parts';
import { BirthsWithPassages1733900000000 } from './migrations/1733900000000-births-with-passages';
import { BirthsOfGonePassages1733890000000 } from './migrations/1733890000000-births-of-gone-passages';
import { OneOrderOfPassages1733980000000 } from './migrations/1733980000000-one-order-of-passages';
import { ExtractionTurns1734000000000 } from './migrations/1734000000000-extraction-turns';
import { PlayerPictures1734010000000 } from './migrations/1734010000000-player-pictures';
import { PassageCounts1733970000000 } from './migrations/1733970000000-passage-counts';
import { PassageWords1733870000000 } from './migrations/1733870000000-passage-words';
import { PassageImages1733600000000 } from './migrations/1733600000000-passage-images';
import { PassagesWithNames1733550000000 } from './migrations/1733550000000-passages-with-names';
import { Passages1733300000000 } from './migrations/1733300000000-passages';
import { Pictures1732800000000 } from './migrations/1732800000000-pictures';
import { DocumentsOutliveUploaders1732900000000 } from './migrations/1732900000000-documents-outlive-uploaders';
import { RevocationWatermarks1734100000000 } from './migrations/1734100000000-revocation-watermarks';
import { ToldReaders1734120000000 } from './migrations/1734120000000-told-readers';
import { TemporaryShows1734130000000 } from './migrations/1734130000000-temporary-shows';
import { UsedPassageIds1734110000000 } from './migrations/1734110000000-used-passage-ids';
import { ReadingLeases1733750000000 } from './migrations/1733750000000-reading-leases';
import { ShowsOfPassages1733910000000 } from './migrations/1733910000000-shows-of-passages';
import { Shows1733100000000 } from './migrations/1733100000000-shows';
import { TextsOfActs1733950000000 } from './migrations/1733950000000-texts-of-acts';
import { TitlesGiven1733960000000 } from './migrations/1733960000000-titles-given';
import { TitlesOfReaders1733920000000 } from './migrations/1733920000000-titles-of-readers';
import { TrashLedgerAndTags1732600000000 } from './migrations/1732600000000-trash-ledger-and-tags';

export const entities = [DocumentEntity, PendingUploadEntity];
export const migrations = [
  CreateDocuments1732000000000,
  CreateExportTickets1732100000000,
  UploadKeys1732300000000,
  SessionsOfExportTickets1732400000000,
  RenameDeletedCampaigns1732500000000,
  TrashLedgerAndTags1732600000000,
  ContentFingerprints1732700000000,
  Pictures1732800000000,
  DocumentsOutliveUploaders1732900000000,
  Covers1733000000000,
  Shows1733100000000,
  DocumentVersions1733200000000,
  Passages1733300000000,
  Parts1733400000000,
  PassagesWithNames1733550000000,
  PassageImages1733600000000,
  ChangeFeed1733700000000,
  ReadingLeases1733750000000,
  Notes1733810000000,
  NoteVersions1733830000000,
  PassageLinks1733840000000,
  Audiences1733850000000,
  PassageWords1733870000000,
  Acts1733880000000,
  BirthsOfGonePassages1733890000000,
  BirthsWithPassages1733900000000,
  ShowsOfPassages1733910000000,
  TitlesOfReaders1733920000000,
  CopiesOfImages1733930000000,
  Headings1733940000000,
  TextsOfActs1733950000000,
  TitlesGiven1733960000000,
  PassageCounts1733970000000,
  OneOrderOfPassages1733980000000,
  FilesOnHold1733990000000,
  ExtractionTurns1734000000000,
  PlayerPictures1734010000000,
  RevocationWatermarks1734100000000,
  UsedPassageIds1734110000000,
  ToldReaders1734120000000,
  TemporaryShows1734130000000,
];
