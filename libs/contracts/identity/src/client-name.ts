type Names = readonly (readonly [RegExp, string])[];

const BROWSERS: Names = [
  // Order matters: most browsers also claim to be those further down.
  [/\bEdg(A|iOS)?\/|Microsoft Edge\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/Samsung ?(Browser|Internet)\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: Names = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b|Chrom(e|ium) ?OS\b/, 'ChromeOS'],
  [/\bmacOS\b|\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Browser and system from a user agent or Amplify's device name: 'Chrome on Linux'. Returns only known names, so that
 * client-supplied text is never stored or shown.
 */
export function clientName(text: string): { browser: string; name: string } {
  const browser = nameIn(BROWSERS, text);
  return { browser, name: [browser, nameIn(SYSTEMS, text)].filter(Boolean).join(' on ') };
}

const nameIn = (names: Names, text: string): string =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? '';
