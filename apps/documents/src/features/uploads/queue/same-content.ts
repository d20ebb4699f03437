import { nameOf } from '../../documents-api/documents-api';
import { isUnderWay, type QueuedUpload } from './queued-upload';

/** The upload needs the user's confirmation. */
export class Question extends Error {}

/** @throws {Question} if another upload in the queue has the same content */
export function askAboutTwin(
  { id, campaignId }: QueuedUpload,
  fingerprint: string | undefined,
  uploads: readonly QueuedUpload[],
  fingerprintOf: (upload: QueuedUpload) => string | undefined,
): void {
  if (fingerprint === undefined) return;
  const twin = uploads.find(
    (other) =>
      other.id !== id &&
      other.campaignId === campaignId &&
      (isUnderWay(other) || other.state.at === 'done') &&
      fingerprintOf(other) === fingerprint,
  );
  if (twin) throw new Question(`This upload contains the same content as ${twin.file.name}.`);
}

/** @throws {Question} if the campaign already has a document with the same content */
export function askAboutKnown(
  { replaces }: QueuedUpload,
  known: readonly { id?: string | null | undefined; original_filename: string }[],
): void {
  const [first] = known;
  if (!first) return;
  throw new Question(
    replaces && known.some(({ id }) => id === replaces.id)
      ? `${nameOf(replaces)} has exactly this file already.`
      : `The same content is in this campaign already, as ${first.original_filename}.`,
  );
}
