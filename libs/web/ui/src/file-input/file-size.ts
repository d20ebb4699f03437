const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;
/** 1,024 as in the product's limits, so that a file and its limit use the same unit. */
const STEP = 1024;

/** Formats a file size: '340 KB', '12.4 MB'. */
export function fileSize(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let value = bytes;
  let unit = 0;
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${UNITS[unit]}`;
}
