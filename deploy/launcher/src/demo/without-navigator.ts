/**
 * Node 21 and newer have a global `navigator`, by which jsbn, the arithmetic of the SRP client, takes Node for an old browser and
 * computes many times as long. Imported before that client.
 */
Reflect.deleteProperty(globalThis, 'navigator');
