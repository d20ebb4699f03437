import { picturesIn } from '../../member-pictures/member-pictures';
import { noteState } from '../export-contents';
import { imageFiles, type ImageFile } from './exported-images';
import type { Exporter } from './exporter';
import { playerNotes, scopeOfPlayerNote } from './player-notes';

/** Pictures of members in an archive. */
export interface MemberImages {
  files: ImageFile[];
  /** Source ids of portraits by user id. */
  portraits: ReadonlyMap<string, string>;
}

/** Portraits of characters, and pictures of players' notes, as far as the exporter sees them. */
export async function memberImages(exporter: Exporter): Promise<MemberImages> {
  const { files, portraits } = await portraitsOf(exporter);
  for await (const { id } of playerNotes(exporter))
    files.push(...(await imagesOfNote(exporter, id)));
  return { files, portraits };
}

async function portraitsOf({ uow, campaign, people, content, contents }: Exporter) {
  const files: ImageFile[] = [];
  const portraits = new Map<string, string>();
  const playing = new Set(content.members.flatMap(({ id, character }) => (character ? id : [])));
  for (const { id, membership, s3_key } of await picturesIn(uow, campaign)) {
    const person = people.get(membership);
    if (person === undefined || !playing.has(person)) continue;
    const sourceId = `image:${id}`;
    files.push({ image: id, s3_key, sourceId, file: undefined });
    portraits.set(person, sourceId);
    contents.portraits.push({ id });
  }
  return { files, portraits };
}

async function imagesOfNote(exporter: Exporter, id: string): Promise<ImageFile[]> {
  const { uow, contents } = exporter;
  // Before its images are read: a later change makes the export outdated.
  const state = await noteState(uow, id);
  const scope = await scopeOfPlayerNote(exporter, id);
  if (!scope || state === undefined) return [];
  const images = await imageFiles(uow, scope, { notes: [id], files: new Set() });
  if (images.length > 0) contents.notes.push({ id, state });
  return images;
}
