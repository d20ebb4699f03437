/** Expressions that make technical prose hard to read; see "Language" in deploy/docs/contributing.md. */
export const EXPRESSIONS = [
  // Relative clauses in the place of a noun.
  /\bwhat\b(?![’']s new)/gi,
  /\b(whom|whoever|whatever|whichever)\b/gi,
  /\b(none|one|ones|those|that) (that|which|who|of which|with which|by which|to which)\b/gi,
  // Pronouns and adverbs that no interface or reference uses.
  /\b(nobody|somebody|someone else|anew|thereof|therein|thereby|lest)\b/gi,
  /\bbesides?\b/gi,
  // Vague verbs, and passives without an actor.
  /\b(stands?|stood|goes|comes?|came) (in|on|by|for|with|there|here|beside|after|before|alone|between)\b/gi,
  /\b(is|are|was|were|be|been) (told|said|asked|meant|given|led|looked|kept|let)\b/gi,
  /\b(for good|of (its|their|our) own|by (itself|themselves)|as (it|they) (is|are|was|were))\b/gi,
];
