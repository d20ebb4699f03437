const BROWSERS: readonly (readonly [RegExp, string])[] = [
  // In this order: most also claim to be the ones further down.
  [/\bEdg(A|iOS)?\/|Microsoft Edge\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/Samsung ?(Browser|Internet)\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b|Chrom(e|ium) ?OS\b/, 'ChromeOS'],
  [/\bmacOS\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** 'Chrome on Linux': Amplify names a device by all that its browser says of itself. */
export function deviceName(text: string): string {
  const browser = nameIn(BROWSERS, text);
  if (!browser) return text || 'A device';
  return [browser, nameIn(SYSTEMS, text)].filter(Boolean).join(' on ');
}

const nameIn = (names: readonly (readonly [RegExp, string])[], text: string): string =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? '';
