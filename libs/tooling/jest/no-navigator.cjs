// Node 21 and newer have a global `navigator`, by which jsbn, the arithmetic of sign-in clients, takes Node for an old browser and
// computes many times as long. Tests run as on Node 20, which has none.
delete globalThis.navigator;
