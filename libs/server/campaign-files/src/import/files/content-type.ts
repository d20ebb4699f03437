import { extensionOf } from '../container/entry-path';

const UNKNOWN = 'application/octet-stream';
const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

const EXTENSIONS: Record<string, string> = {
  'text/markdown': 'md markdown mdown mkd',
  'text/plain': 'txt text asc log',
  'text/html': 'html htm',
  'text/css': 'css',
  'text/csv': 'csv',
  'application/xhtml+xml': 'xhtml',
  'application/json': 'json canvas',
  'application/xml': 'xml',
  'application/yaml': 'yaml yml base',
  'application/pdf': 'pdf',
  'application/rtf': 'rtf',
  'application/epub+zip': 'epub',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  [`${OFFICE}.wordprocessingml.document`]: 'docx',
  [`${OFFICE}.spreadsheetml.sheet`]: 'xlsx',
  [`${OFFICE}.presentationml.presentation`]: 'pptx',
  [`${OPEN_DOCUMENT}.text`]: 'odt',
  [`${OPEN_DOCUMENT}.spreadsheet`]: 'ods',
  [`${OPEN_DOCUMENT}.presentation`]: 'odp',
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg jfif',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
  'image/bmp': 'bmp',
  'image/tiff': 'tif tiff',
  'image/heic': 'heic',
  'image/heif': 'heif',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg oga',
  'audio/opus': 'opus',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'video/mp4': 'mp4',
  'video/x-m4v': 'm4v',
  'video/webm': 'webm',
  'video/ogg': 'ogv',
  'video/quicktime': 'mov',
  'application/zip': 'zip',
};

const TYPES = new Map(
  Object.entries(EXTENSIONS).flatMap(([type, names]) =>
    names.split(' ').map((name) => [name, type]),
  ),
);

/** The media type by file extension. */
export const contentTypeOf = (path: string): string => TYPES.get(extensionOf(path)) ?? UNKNOWN;
