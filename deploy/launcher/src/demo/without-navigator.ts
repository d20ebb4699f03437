/**
 * Removes the global `navigator` of Node 21 and later, because of which jsbn, the SRP client's arithmetic, mistakes
 * Node for an old browser and computes many times slower. Must be imported before that client.
 */
Reflect.deleteProperty(globalThis, 'navigator');
