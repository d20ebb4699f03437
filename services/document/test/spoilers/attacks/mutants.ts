import { ATTACK, LIST, ONE, SERVICE, SQL, type SpoilerMutant } from '../mutant-places';
import { FILE_ATTACKS } from './files';
import { MARKUP_ATTACKS } from './secret-markup';
import { UNDO_ATTACKS } from './undo';

const HOLD_IGNORED = "${VISIBLE.replaceAll('NOT file_on_hold', 'true')}";
const READER = 'extraction-jobs/extraction-worker';
const [MERGE, UNDONE] = ['notes/saving/merge', 'notes/saving/undo'] as const;
/** A rule of undo without one of its conditions. */
const narrowedWithout = (condition: string, instead = 'true') =>
  ({
    file: UNDONE,
    after: 'CASE WHEN p.id IS NOT NULL THEN ${',
    find: 'NARROWED_BY_SAVE',
    instead: `NARROWED_BY_SAVE.replace(${JSON.stringify(condition)}, ${JSON.stringify(instead)})`,
  }) as const;
/** A class that no passage has. */
const NO_CLASS = "'00000000-0000-4000-8000-000000000000'";
const COPY_FOUND = '(await playerPictureOf(this.uow, s3_key))';
const copyOr = (state: string): string => `await (async () => {
  const picture = ${COPY_FOUND};
  return (picture?.state ?? 'waiting') === '${state}' ? { state: 'ready' as const, s3_key, content_type } : picture;
})()`;

const OF_FILES: Omit<SpoilerMutant, 'shownBy'>[] = [
  {
    name: 'players get a file before its text is extracted',
    attack: FILE_ATTACKS['before its text is extracted'],
    file: SQL,
    find: ONE,
    instead: ONE.replace('${VISIBLE}', HOLD_IGNORED),
  },
  {
    name: 'lists name a file before its text is extracted',
    attack: FILE_ATTACKS['as listed before its text is extracted'],
    file: SQL,
    find: LIST,
    instead: LIST.replace('${VISIBLE}', HOLD_IGNORED),
  },
  {
    name: 'no upload is on hold',
    attack: FILE_ATTACKS['before its text is extracted'],
    file: 'uploads/uploads.service',
    find: 'mayHoldSecrets({ name, contentType: file.content_type })',
    instead: 'false',
  },
  {
    name: 'no new file of a document is on hold',
    attack: FILE_ATTACKS['in the place of another one, before its text is extracted'],
    file: 'versions/versions.service',
    find: 'mayHoldSecrets({ name: original_filename, contentType: file.content_type })',
    instead: 'false',
  },
  {
    name: 'players get a file whose extraction failed',
    attack: FILE_ATTACKS['whose extraction failed'],
    file: READER,
    after: 'const isReleased =\n        ',
    find: 'isChecked',
    instead: 'true',
  },
  {
    name: 'players get a file that was not searched for secret markup',
    attack: FILE_ATTACKS['that was renamed to another kind before its text is extracted'],
    file: READER,
    find: 'mayHoldSecrets({ name: document.original_filename, contentType: document.content_type })',
    instead: 'true',
  },
  {
    name: 'GMs release a file before its text is extracted',
    attack: FILE_ATTACKS['that a GM releases before its text is extracted'],
    file: 'sharing/reveals/restricted-files',
    find: "text_state === null || text_state === 'waiting' || text_state === 'reading'",
    instead: 'false',
  },
  {
    name: 'players get the original of a picture',
    attack: FILE_ATTACKS['that is a picture'],
    file: SERVICE,
    find: '!is_managed',
    instead: 'false',
  },
  {
    name: 'players get the original of a picture that is known by its name only',
    attack: FILE_ATTACKS['that is a picture by its name alone'],
    file: 'storage/player-pictures',
    find: 'IMAGE_ENDING.test(fileName)',
    instead: 'false',
  },
  {
    name: 'players get the original of a picture before its copy exists',
    attack: FILE_ATTACKS['that is a picture whose copy is not made yet'],
    file: SERVICE,
    find: 'await playerPictureOf(this.uow, s3_key)',
    instead: copyOr('waiting'),
  },
  {
    name: 'players get the original of a picture that cannot be re-encoded',
    attack: FILE_ATTACKS['that is a picture that cannot be re-encoded'],
    file: SERVICE,
    find: 'await playerPictureOf(this.uow, s3_key)',
    instead: copyOr('refused'),
  },
];

const OF_MARKUP: Omit<SpoilerMutant, 'shownBy'>[] = [
  {
    name: 'no markup is secret',
    attack: MARKUP_ATTACKS['in a new note'],
    file: 'passages/content/secret',
    find: 'content.label === SECRET',
    instead: 'false',
  },
  {
    name: 'no markup of a file is secret',
    attack: FILE_ATTACKS['with secret markup'],
    file: 'passages/all-passages',
    find: 'isSecret(passage)',
    instead: 'false',
  },
  {
    name: 'no markup of a new passage is secret',
    attack: MARKUP_ATTACKS['in a passage of the editor'],
    file: MERGE,
    find: 'isSecret(written) && !(words && isSecret(words))',
    instead: 'false',
  },
  {
    name: 'no markup of a passage that players see is secret',
    attack: MARKUP_ATTACKS['in a passage that players see'],
    file: MERGE,
    find: 'isSecret(written) && !(words && isSecret(words))',
    instead: 'isSecret(written) && !words',
  },
  {
    name: 'no markup of a restored version is secret',
    attack: MARKUP_ATTACKS['in a version that is restored'],
    file: 'notes/versions/restoration',
    after: 'if (isUnchanged) return now_class;\n  if (',
    find: 'isSecret(written)',
    instead: 'false',
  },
];

const OF_UNDO: Omit<SpoilerMutant, 'shownBy'>[] = [
  {
    name: 'undo overwrites a later audience of a GM',
    attack: UNDO_ATTACKS['a GM has set its audience since'],
    ...narrowedWithout(
      'AND NOT EXISTS (SELECT 1 FROM ledger_passage m',
      'AND 0 <= (SELECT count(*) FROM ledger_passage m',
    ),
  },
  {
    name: 'undo takes back that the document was hidden since',
    attack: UNDO_ATTACKS['the note was hidden and revealed since'],
    file: UNDONE,
    after: 'WHERE w.was_spoilers = $4 AND ${',
    find: 'NO_LATER_ACT',
    instead: "'true'",
  },
  {
    name: 'undo overwrites a later save of another person',
    attack: UNDO_ATTACKS['another person undoes it'],
    ...narrowedWithout('e.actor = $5', '(e.actor = $5) IS NOT NULL'),
  },
  {
    name: 'undo takes back that a GM hid a passage',
    attack: UNDO_ATTACKS['a GM hid it after its words were replaced'],
    ...narrowedWithout("e.act = 'write'"),
  },
  {
    name: 'undo reveals a passage that a later save has hidden',
    attack: UNDO_ATTACKS['a later save has hidden it'],
    ...narrowedWithout('e.text_version = w.until'),
  },
  {
    name: 'undo shows a passage that was hidden before it was deleted',
    attack: UNDO_ATTACKS['it was hidden before it was deleted'],
    file: UNDONE,
    after: 'ELSE ${',
    find: 'HAD_AUDIENCE_UNTIL_REMOVED',
    instead: "'true'",
  },
  {
    name: 'undo shows other words than those of before',
    attack: UNDO_ATTACKS['the words are others than before'],
    file: MERGE,
    find: 'isSameText(put.written, before.written)',
    instead: 'true',
  },
  {
    name: 'undo shows words that the same save copies',
    attack: UNDO_ATTACKS['the same save copies hidden words'],
    file: MERGE,
    find: '(now && undone.has(id))',
    instead: 'false',
  },
  {
    name: 'a save after undo shows words that it copies',
    attack: UNDO_ATTACKS['a later save copies hidden words'],
    file: MERGE,
    find: 'state.widened?.has(id)',
    instead: 'false',
  },
  {
    name: 'undo forgets that chosen players see a passage that GMs alone saw',
    attack: UNDO_ATTACKS['hidden words are copied out of a passage for a player'],
    file: UNDONE,
    after: "(l.class_before = '${",
    find: 'GM_CLASS',
    instead: NO_CLASS,
  },
  {
    name: 'undo forgets that all see a passage that chosen players saw',
    attack: UNDO_ATTACKS['words of another player are copied out of a visible passage'],
    file: UNDONE,
    after: "AND l.class_after IS DISTINCT FROM '${",
    find: 'GM_CLASS',
    instead: "`${GM_CLASS}' AND l.class_after IS NOT NULL AND '' = '`",
  },
];

/** Mutants that an attack detects. */
export const MUTANTS_BY_ATTACK: readonly SpoilerMutant[] = [
  ...OF_FILES,
  ...OF_MARKUP,
  ...OF_UNDO,
].map((mutant) => ({ ...mutant, shownBy: ATTACK }));
