/** Extensions of common files. Others stay: `Dr. Strahd` and `Session 1.5` have none. */
const EXTENSIONS = [
  ...['pdf', 'epub', 'md', 'markdown', 'txt', 'text', 'doc', 'docx', 'odt', 'rtf', 'html', 'htm'],
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'svg', 'bmp', 'heic', 'tif', 'tiff'],
  ...['mp3', 'ogg', 'oga', 'opus', 'wav', 'flac', 'm4a', 'aac'],
  ...['mp4', 'webm', 'mov', 'mkv', 'avi', 'm4v', 'ogv'],
  ...[
    'csv',
    'tsv',
    'xls',
    'xlsx',
    'ods',
    'ppt',
    'pptx',
    'odp',
    'json',
    'zip',
    'gz',
    'tar',
    '7z',
    'rar',
  ],
];
const EXTENSION = new RegExp(`(?<=\\S)\\.(${EXTENSIONS.join('|')})$`, 'i');

/** Title of a document on screens: its name without a known file extension. */
export const displayTitle = (name: string): string => name.replace(EXTENSION, '');
