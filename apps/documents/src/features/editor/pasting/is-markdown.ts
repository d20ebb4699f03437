const FENCE = /^( {0,3})(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^`]*$/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const DELIMITERS = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

export function isMarkdown(text: string): boolean {
  const lines = text.split(/\r\n?|\n/);
  return (
    lines.some(
      (line, at) =>
        /^ {0,3}#{1,6}[ \t]+\S/.test(line) ||
        /^ {0,3}>[ ]?\S/.test(line) ||
        /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\S/.test(line) ||
        FENCE.test(line) ||
        RULE.test(line) ||
        (line.includes('|') &&
          DELIMITERS.test(lines[at + 1] ?? '') &&
          /\|/.test(lines[at + 1] ?? '')),
    ) ||
    // The rendered text omits secret markup.
    /%%[^]*%%|<\w+[^>]{1,200}\bsecret\b/i.test(text) ||
    /\*\*\S[^*\n]*\*\*|\[\[[^\]\n]+\]\]|\]\((?:https?:|mailto:|#)[^)\n]*\)|~~\S[^~\n]*~~|`[^`\n]+`/.test(
      text,
    )
  );
}
