// Extracts prose from source files: comments, sentences in string literals and JSX, Markdown without code.

const CODE =
  /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|>([^<>{}`'"=;()]{15,})</g;
const SENTENCE = /^[\w’',.:;–—()“”"?!\s-]+$/;
const SQL = /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE)\b/;
const MIN_WORDS = 4;

/** @param {string} file @param {string} text @returns {string[]} */
export function proseOf(file, text) {
  if (file.endsWith('.md'))
    return [text.replace(/```[\s\S]*?```|`[^`]*`|https?:\S+|\]\([^)]*\)/g, ' ')];
  if (/\.(ya?ml|sh)$/.test(file))
    return [...text.matchAll(/(?:^|\s)#(?!!)\s?([^\n]*)/g)].map(([, comment = '']) => comment);
  return [...text.matchAll(CODE)].flatMap(([match, jsx]) => {
    if (/^\/[*/]/.test(match))
      return [match.replace(/^\/\*+|\*+\/$|^\s*\*|^\/\/+|@\w+|\{[^}]*\}|`[^`]*`/gm, ' ')];
    const words = jsx ?? match.slice(1, -1).replace(/\$\{[^}]*\}/g, ' X ');
    const isSentence =
      SENTENCE.test(words) && !SQL.test(words) && words.trim().split(/\s+/).length >= MIN_WORDS;
    return isSentence ? [words] : [];
  });
}
