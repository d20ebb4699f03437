export { verifyArchive } from './archive/archive-reader';
export { contents, CONTENTS_ENTRY } from './manifest';
