import { clientName } from '@tomekeeper/contracts-identity';

/** 'Chrome on Linux': Amplify names a device by all that its browser says of itself. */
export function deviceName(text: string): string {
  const { browser, name } = clientName(text);
  return browser ? name : text || 'A device';
}
