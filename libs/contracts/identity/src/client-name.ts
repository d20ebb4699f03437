type Names = readonly (readonly [RegExp, string])[];

const BROWSERS: Names = [
  // In this order: most also claim to be the ones further down.
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
 * Browser and system of a user agent, or of the text by which Amplify names a device: 'Chrome on Linux'. Names only what
 * it knows, so that nothing that a client made up is ever stored or shown.
 */
export function clientName(text: string): { browser: string; name: string } {
  const browser = nameIn(BROWSERS, text);
  return { browser, name: [browser, nameIn(SYSTEMS, text)].filter(Boolean).join(' on ') };
}

const nameIn = (names: Names, text: string): string =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? '';
