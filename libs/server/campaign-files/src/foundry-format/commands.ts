// Foundry replaces commands such as `@UUID[…]`, `&Reference[…]` and `[[/roll 1d6]]` wherever they are in text, and HTML cannot escape
// them. A zero-width non-joiner behind the first sign makes them text; the same holds for the marks of secrets, `%%` and `[!secret]`.

const MARK = '\u200c';
/** Signs at the end of the text may meet their second half in the next inline. */
const COMMAND = /[@&](?=\u200c|\w+\[)|\[(?=\u200c|\[|!|$)|%(?=\u200c|%|$)/g;
const ESCAPED = /([@&[%])\u200c/g;

/** `unescapeCommands` returns the same text again. */
export const escapeCommands = (text: string): string => text.replaceAll(COMMAND, `$&${MARK}`);

export const unescapeCommands = (text: string): string => text.replaceAll(ESCAPED, '$1');
